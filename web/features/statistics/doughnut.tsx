import { arc, type PieArcDatum, pie } from 'd3-shape';
import { integer, percentage, pluralize } from '#shared/format.ts';
import { provinceByName } from '#shared/rules/provinces.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './chart.module.css';
import { type Slice, shortNameOf } from './slices.ts';
import type { Highlight } from './use-highlight.ts';

/** Radii and the gap between two slices, in px; the drawing is that large unless the screen is narrower. */
const [INNER, OUTER, GAP] = [92, 140, 2];
const MIDDLE = 160;

const ring = arc<PieArcDatum<Slice>>().innerRadius(INNER).outerRadius(OUTER).padRadius(OUTER);
const arrange = pie<Slice>()
  .sort(null)
  .value(({ total }) => total)
  .padAngle(GAP / OUTER);

/** How many provinces the sentence for who doesn't see the chart names. */
const NAMED = 3;

interface DoughnutProps {
  /** None before there is anything to draw. */
  slices: readonly Slice[];
  highlight: Highlight;
}

/** Shipments by province as a ring; the table beside it has every number. */
export function Doughnut({ slices, highlight }: DoughnutProps) {
  return (
    <div className={styles.doughnut}>
      <svg viewBox={`0 0 ${2 * MIDDLE} ${2 * MIDDLE}`} role="img" aria-label={sentence(slices)}>
        <g transform={`translate(${MIDDLE} ${MIDDLE})`}>
          {slices.length === 0 && <circle className={styles.track} r={(INNER + OUTER) / 2} />}
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
      <Middle slices={slices} highlight={highlight} />
    </div>
  );
}

/** Share and name of what is pointed at; otherwise how many provinces there are. */
function Middle({ slices, highlight: { name } }: DoughnutProps) {
  const shown = [...slices, ...slices.flatMap(({ provinces }) => provinces)].find((part) => part.name === name);
  const count = provincesIn(slices);
  return (
    <p className={styles.middle} aria-hidden="true">
      <b>{shown ? percentage(shown.percentage) : integer(count)}</b>
      <span>{shown ? shortNameOf(shown.name) : count === 1 ? 'provincia' : 'provincias'}</span>
    </p>
  );
}

/** Provinces that are known as such. */
function provincesIn(slices: readonly Slice[]): number {
  return slices.flatMap(({ provinces }) => provinces).filter(({ name }) => provinceByName(name)).length;
}

function sentence(slices: readonly Slice[]): string {
  if (slices.length === 0) return 'Gráfico de anillo sin envíos';
  const total = slices.reduce((sum, slice) => sum + slice.total, 0);
  const largest = slices.slice(0, NAMED).map(({ name, percentage: share }) => `${name} ${percentage(share)}`);
  const where = pluralize(provincesIn(slices), 'provincia', 'provincias');
  return `Gráfico de anillo: ${pluralize(total, 'envío', 'envíos')} en ${where}. ${largest.join(', ')}. La tabla tiene el detalle.`;
}
