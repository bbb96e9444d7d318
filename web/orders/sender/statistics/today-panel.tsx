import { readToday, type Today } from '#shared/orders/pending.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { shownTotal } from '#web/money/shown-total.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import styles from './today.module.css';
import { sinceYesterday, type TodayLine, todayLines } from './today-lines.ts';

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
