import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import styles from './chart.module.css';
import { Doughnut } from './doughnut.tsx';
import { Legend } from './legend.tsx';
import type { Slice } from './slices.ts';
import type { Highlight } from './use-highlight.ts';

/** Widths of the legend skeleton, in px; about as many lines as a typical legend. */
const SKELETON_WIDTHS = [64, 48, 72, 56, 80, 52, 60, 68, 44, 76, 56, 64, 72, 48, 60];

interface ProvinceChartProps {
  /** Undefined while loading. */
  slices: readonly Slice[] | undefined;
  highlight: Highlight;
}

/** Doughnut of the shipments by province with its legend (D1 §2). */
export function ProvinceChart({ slices, highlight }: ProvinceChartProps) {
  if (!slices) {
    return (
      <div className={styles.chart}>
        <div className={styles.doughnut} />
        <div className={styles.legend}>
          {SKELETON_WIDTHS.map((width, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The lines are never reordered.
            <span key={line} className={styles.entry}>
              <SkeletonBlock width={width} />
            </span>
          ))}
        </div>
      </div>
    );
  }
  return (
    <figure className={styles.chart}>
      <Doughnut slices={slices} highlight={highlight} />
      <Legend slices={slices} highlight={highlight} />
    </figure>
  );
}
