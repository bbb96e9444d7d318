import { percentage } from '#shared/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './chart.module.css';
import { type Slice, shortNameOf } from './slices.ts';
import { Swatch } from './swatch.tsx';
import type { Highlight } from './use-highlight.ts';

/** Legend of the chart. Its buttons highlight a province on hover or focus and pin it on click. */
export function Legend({ slices, highlight }: { slices: readonly Slice[]; highlight: Highlight }) {
  return (
    <ul className={styles.legend} aria-label="Referencias del gráfico">
      {slices.map((slice) => (
        <li key={slice.name}>
          <button
            type="button"
            className={classNames(styles.entry, highlight.isOn(slice) && styles.on)}
            aria-pressed={highlight.isPinned(slice.name)}
            {...highlight.pointer(slice.name)}
            {...highlight.focus(slice.name)}
          >
            <Swatch colour={slice.colour} />
            {shortNameOf(slice.name)}
            <span className="visually-hidden">, {percentage(slice.percentage)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
