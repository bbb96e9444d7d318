import { integer, percentage } from '#shared/format.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import type { Statistics } from '#shared/statistics.ts';
import { Bone } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/void.tsx';
import styles from './statistics.module.css';

interface ProvinceTableProps {
  /** Undefined while it is on its way, and when it couldn't be read. */
  statistics: Statistics | undefined;
  failed: boolean;
  stale: boolean;
  onRetry: () => void;
}

const BONES = [0, 1, 2, 3, 4, 5, 6, 7];

/** The province's fixed colour (D1 §2); grey for a name that is none of the 24. */
const colourOf = (name: string) => `var(--prov-${provinceByName(name)?.letter ?? 'none'})`;

/** Shipments by province (D1 §2): columns Provincia, %, Envíos, and the total below. */
export function ProvinceTable({ statistics, failed, stale, onRetry }: ProvinceTableProps) {
  const provinces = statistics?.provinces_array ?? [];
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
            <tr key={name}>
              <td>
                <span className={styles.province}>
                  <i className={styles.swatch} style={{ background: colourOf(name) }} />
                  {name}
                </span>
              </td>
              <td>
                <span className={styles.bar}>
                  <span className={styles.track} aria-hidden="true">
                    <i style={{ background: colourOf(name), width: `${(100 * share) / (largest || 1)}%` }} />
                  </span>
                  <span className={styles.percent}>{percentage(share)}</span>
                </span>
              </td>
              <td className={styles.count}>{integer(total)}</td>
            </tr>
          ))}
          {!statistics &&
            !failed &&
            BONES.map((line) => (
              <tr key={line}>
                <td colSpan={3}>
                  <Bone width={`${72 - line * 6}%`} />
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
