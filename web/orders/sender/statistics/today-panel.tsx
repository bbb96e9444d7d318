import { integer, pluralize } from '#shared/kit/text/format.ts';
import { MAX_PENDING, readToday, TO_RESOLVE, type Today } from '#shared/orders/pending.ts';
import { deadlineText } from '#shared/orders/rules/due/deadline.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import { shownTotal } from '#web/money/shown-total.ts';
import { paths, printUnprintedPath } from '#web/paths.ts';
import styles from './today.module.css';

/** A line of 'Hoy': what there is to do, how much of it, and the button that does it. */
interface TodayLine {
  name: string;
  /** Number of items; 0 leaves the line out. */
  total: number;
  /** What the number counts. */
  unit: string;
  /** Deadline, or what else matters. */
  note: string;
  /** Whether the note is bad news. */
  alarming: boolean;
  /** Names of the first two items. */
  names: string[];
  /** 'y 10 más'; '' if all are named. */
  more: string;
  action: string;
  to: string;
}

/** Address of the list of late orders. */
const LATE_ORDERS = `${paths.orders}?demoradas=1`;

const ordersOf = (total: number) => (total === 1 ? 'orden' : 'órdenes');

/** Returns the lines of the day in their order, also those without anything to do. */
function todayLines({ print, resolve, late, pay }: Today): TodayLine[] {
  return [
    ...(print ? [printLine(print)] : []),
    {
      name: 'Resolver',
      total: resolve.total,
      unit: resolve.total === 1 ? 'pendiente' : 'pendientes',
      note: resolve.overdue > 0 ? pluralize(resolve.overdue, 'ya venció', 'ya vencieron') : '',
      alarming: resolve.overdue > 0,
      ...namesOf(resolve),
      action: 'Resolver',
      to: `${paths.pending}?tipo=${TO_RESOLVE}`,
    },
    {
      name: 'Demoradas',
      total: late.total,
      unit: ordersOf(late.total),
      note: 'Pasó la fecha prometida',
      alarming: late.total > 0,
      ...namesOf(late),
      action: 'Ver demoradas',
      to: LATE_ORDERS,
    },
    ...(pay
      ? [
          {
            name: 'Pagar',
            total: pay.total,
            unit: ordersOf(pay.total),
            note: 'No salen hasta que las pagues',
            alarming: false,
            ...namesOf(pay),
            action: 'Pagar',
            to: `${paths.orders}?estado=pendiente_pago`,
          },
        ]
      : []),
  ];
}

function printLine(print: NonNullable<Today['print']>): TodayLine {
  const { total, labels, collection } = print;
  return {
    name: 'Imprimir',
    total,
    ...namesOf(print),
    unit: labels === null ? ordersOf(total) : `${ordersOf(total)} · ${pluralize(labels, 'etiqueta', 'etiquetas')}`,
    note: `Colecta: ${deadlineText(collection).replace('Vence ', '')}`,
    alarming: false,
    action: total === 1 ? 'Imprimir la de hoy' : `Imprimir las ${shownTotal(total)} de hoy`,
    to: printUnprintedPath,
  };
}

function namesOf({ total, first }: Today['late'] | Today['resolve']): Pick<TodayLine, 'names' | 'more'> {
  const more = total - first.length;
  return {
    names: first.map((one) =>
      ('name' in one ? [one.name, one.description] : [one.order_id, one.receiver_name]).filter(Boolean).join(' '),
    ),
    more: more > 0 ? `y ${shownTotal(more, total >= MAX_PENDING)} más` : '',
  };
}

/** A number of events since yesterday. */
interface Happened {
  total: string;
  unit: string;
  /** Whether it is bad news. */
  alarming: boolean;
}

/** Returns what happened since yesterday. */
function sinceYesterday({ since_yesterday: { created, delivered, failed } }: Today): Happened[] {
  const happened = (total: number, one: string, many: string, alarming = false) => ({
    total: shownTotal(total),
    unit: total === 1 ? one : many,
    alarming,
  });
  return [
    { ...happened(created, 'orden creada', 'órdenes creadas'), total: integer(created) },
    happened(delivered, 'envío entregado', 'envíos entregados'),
    happened(failed, 'envío con problemas', 'envíos con problemas', failed > 0),
  ];
}

/** 'Hoy': what the sender has to do. Missing for a new client, who sees the first steps, and before other gateways. */
export function TodayPanel() {
  const supported = useCapability('openItems');
  const { data, isError } = useApiQuery(readToday);
  const today = data?.results;
  if (!supported || isError || today?.is_new) return null;
  const lines = today ? todayLines(today) : [];
  const open = lines.filter(({ total }) => total > 0);
  const done = lines.filter(({ total }) => total === 0).map(({ name }) => name);
  return (
    <section className={styles.today} aria-label="Hoy" aria-busy={!today}>
      {today ? (
        <>
          <ul className={styles.tiles}>
            {open.map((line, index) => (
              <Tile key={line.name} line={line} main={index === 0} />
            ))}
            <SinceYesterday today={today} />
          </ul>
          {done.length > 0 && <p className={styles.rest}>{nothingTo(done, open.length === 0)}</p>}
        </>
      ) : (
        <div className={styles.tiles}>
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={styles.tile}>
              <SkeletonBlock width={96} height={28} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function Tile({ line, main }: { line: TodayLine; main: boolean }) {
  const { name, total, unit, note, alarming, names, more, action, to } = line;
  return (
    <li className={styles.tile}>
      <h2>{name}</h2>
      <p className={styles.number}>
        <b>{shownTotal(total)}</b> {unit}
      </p>
      <p className={`${styles.note} ${alarming ? 'danger-text' : ''}`}>{note}</p>
      <ul className={styles.names}>
        {names.map((one) => (
          <li key={one} title={one}>
            {one}
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
      <LinkButton to={to} size="sm" variant={main ? 'brand' : 'secondary'}>
        {action}
      </LinkButton>
    </li>
  );
}

function SinceYesterday({ today }: { today: Today }) {
  return (
    <li className={`${styles.tile} ${styles.since}`}>
      <h2>Desde ayer</h2>
      <ul>
        {sinceYesterday(today).map(({ total, unit, alarming }) => (
          <li key={unit} className={alarming ? 'danger-text' : ''}>
            <b>{total}</b> {unit}
          </li>
        ))}
      </ul>
      <LinkButton to={paths.orders} size="sm">
        Ver órdenes
      </LinkButton>
    </li>
  );
}

/** One sentence for all lines without anything to do. */
function nothingTo(names: readonly string[], all: boolean): string {
  if (all) return 'Todo en orden: no hay nada pendiente.';
  const last = names.at(-1) ?? '';
  return `Sin nada en ${names.length > 1 ? `${names.slice(0, -1).join(', ')} ni ${last}` : last}.`;
}
