import { integer, pluralize } from '#shared/format.ts';
import { MAX_PENDING, TO_RESOLVE, type Today } from '#shared/orders/pending.ts';
import { deadlineText } from '#shared/orders/rules/due/deadline.ts';
import { shownTotal } from '#web/money/shown-total.ts';
import { paths, printUnprintedPath } from '#web/paths.ts';

/** A line of 'Hoy': what there is to do, how much of it, and the button that does it. */
export interface TodayLine {
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
export function todayLines({ print, resolve, late, pay }: Today): TodayLine[] {
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

/** A number of what happened since yesterday. */
interface Happened {
  total: string;
  unit: string;
  /** Whether it is bad news. */
  alarming: boolean;
}

/** Returns what happened since yesterday. */
export function sinceYesterday({ since_yesterday: { created, delivered, failed } }: Today): Happened[] {
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
