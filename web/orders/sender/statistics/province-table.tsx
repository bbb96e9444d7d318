import { integer, percentage } from '#shared/kit/text/format.ts';
import type { Statistics } from '#shared/orders/statistics.ts';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import { colourIn, type Slice } from './slices.ts';
import styles from './statistics.module.css';
import { Swatch } from './swatch.tsx';
import type { Highlight } from './use-highlight.ts';

interface ProvinceTableProps {
  /** Undefined while loading and after a failure. */
  statistics: Statistics | undefined;
  /** Slices of the chart. */
  slices: readonly Slice[];
  highlight: Highlight;
  failed: boolean;
  stale: boolean;
  onRetry: () => void;
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Shipments by province (D1 §2): columns Provincia, %, Envíos, and the total below. */
export function ProvinceTable({ statistics, slices, highlight, failed, stale, onRetry }: ProvinceTableProps) {
  const provinces = statistics?.provinces_array ?? [];
  // A row is highlighted alone or with the other provinces of its slice.
  const isOn = (name: string) =>
    name === highlight.name ||
    slices.some((slice) => slice.name === highlight.name && slice.provinces.some((province) => province.name === name));
  const largest = Math.max(0, ...provinces.map(({ percentage: share }) => share));
  return (
    <section className={styles.box} aria-label="Envíos por provincia">
      <table className={`${styles.table} ${stale ? styles.stale : ''}`}>
        <thead>
          <tr>
            <th scope="col">Provincia</th>
            <th scope="col" className={styles.share}>
              %
            </th>
            <th scope="col" className={styles.count}>
              Envíos
            </th>
          </tr>
        </thead>
        <tbody>
          {provinces.map(({ name, percentage: share, total }) => (
            <tr key={name} className={isOn(name) ? styles.on : undefined} {...highlight.pointer(name)}>
              <td>
                <span className={styles.province}>
                  <Swatch colour={colourIn(slices, name)} />
                  {name}
                </span>
              </td>
              <td>
                <span className={styles.bar}>
                  <span className={styles.track} aria-hidden="true">
                    <i style={{ background: colourIn(slices, name), width: `${(100 * share) / (largest || 1)}%` }} />
                  </span>
                  <span className={styles.percent}>{percentage(share)}</span>
                </span>
              </td>
              <td className={styles.count}>{integer(total)}</td>
            </tr>
          ))}
          {!statistics &&
            !failed &&
            SKELETON_ROWS.map((line) => (
              <tr key={line}>
                <td colSpan={3}>
                  <SkeletonBlock width={`${72 - line * 6}%`} />
                </td>
              </tr>
            ))}
        </tbody>
        {provinces.length > 0 && (
          <tfoot>
            <tr>
              <td>Total</td>
              <td>
                <span className={styles.bar}>
                  <span className={styles.percent}>{percentage(100)}</span>
                </span>
              </td>
              <td className={styles.count}>{integer(statistics?.total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {failed && <ErrorState onRetry={onRetry} />}
      {statistics && provinces.length === 0 && <EmptyState title="No hay resultados disponibles" />}
    </section>
  );
}
