import { arc, type PieArcDatum, pie } from 'd3-shape';
import { integer, percentage, pluralize } from '#shared/kit/text/format.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { SkeletonBlock } from '#web/kit/ui/display/skeleton.tsx';
import styles from './chart.module.css';
import { type Slice, shortNameOf } from './slices.ts';
import { Swatch } from './swatch.tsx';
import type { Highlight } from './use-highlight.ts';

/** Widths of the legend skeleton, in px; about as many lines as a typical legend. */
const SKELETON_WIDTHS = [64, 48, 72, 56, 80, 52, 60, 68, 44, 76, 56, 64, 72, 48, 60];

/** Radii and gap between two slices, in px at full size; smaller on narrow screens. */
const [INNER, OUTER, GAP] = [92, 140, 2];
/** Centre of the drawing, in px. */
const CENTRE = 160;

const ring = arc<PieArcDatum<Slice>>().innerRadius(INNER).outerRadius(OUTER).padRadius(OUTER);
const arrange = pie<Slice>()
  .sort(null)
  .value(({ total }) => total)
  .padAngle(GAP / OUTER);

/** Provinces named in the text alternative. */
const MAX_NAMED = 3;

interface DoughnutProps {
  slices: readonly Slice[];
  highlight: Highlight;
}

/** Shipments by province as a doughnut chart; the table beside the chart contains all numbers. */
function Doughnut({ slices, highlight }: DoughnutProps) {
  return (
    <div className={styles.doughnut}>
      <svg viewBox={`0 0 ${2 * CENTRE} ${2 * CENTRE}`} role="img" aria-label={textAlternative(slices)}>
        <g transform={`translate(${CENTRE} ${CENTRE})`}>
          {arrange([...slices]).map((part) => (
            <path
              key={part.data.name}
              className={classNames(styles.slice, highlight.isOn(part.data) && styles.on)}
              d={ring(part) ?? ''}
              fill={part.data.colour}
              {...highlight.pointer(part.data.name)}
            />
          ))}
        </g>
      </svg>
      <CentreText slices={slices} highlight={highlight} />
    </div>
  );
}

/** Share and name of the highlighted province; otherwise the number of provinces. */
function CentreText({ slices, highlight: { name } }: DoughnutProps) {
  const shown = [...slices, ...slices.flatMap(({ provinces }) => provinces)].find((part) => part.name === name);
  const count = countProvinces(slices);
  return (
    <p className={styles.middle} aria-hidden="true">
      <b>{shown ? percentage(shown.percentage) : integer(count)}</b>
      <span>{shown ? shortNameOf(shown.name) : count === 1 ? 'provincia' : 'provincias'}</span>
    </p>
  );
}

/** Counts the provinces, without unknown names. */
function countProvinces(slices: readonly Slice[]): number {
  return slices.flatMap(({ provinces }) => provinces).filter(({ name }) => provinceByName(name)).length;
}

function textAlternative(slices: readonly Slice[]): string {
  const total = slices.reduce((sum, slice) => sum + slice.total, 0);
  const largest = slices.slice(0, MAX_NAMED).map(({ name, percentage: share }) => `${name} ${percentage(share)}`);
  const where = pluralize(countProvinces(slices), 'provincia', 'provincias');
  return `Gráfico de anillo: ${pluralize(total, 'envío', 'envíos')} en ${where}. ${largest.join(', ')}. La tabla tiene el detalle.`;
}

/** Legend of the chart. Its buttons highlight a province on hover or focus and pin it on click. */
function Legend({ slices, highlight }: { slices: readonly Slice[]; highlight: Highlight }) {
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
