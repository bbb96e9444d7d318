import type { Measure } from './load.ts';
import type { Row } from './measure.ts';
import { aligned } from './report.ts';

/** Maximum ratio to a floor, noise included: above it, the two sides did different work. */
const NO_FLOOR = 1.1;

/** Returns the result of a row. A row without a valid floor counts as not measured. */
export function reachedBy({
  ratio,
  goal,
  aim,
  floor,
  p99Goal,
  p99Ratio,
}: Row): 'no floor' | 'no' | 'p99' | 'goal' | 'aim' {
  if (floor && ratio > NO_FLOOR) return 'no floor';
  if (ratio < goal) return 'no';
  if (p99Goal && p99Ratio > p99Goal) return 'p99';
  return ratio >= aim ? 'aim' : 'goal';
}

const HEAD = [
  'data',
  'work',
  'c',
  'ours/s',
  'baseline/s',
  'ratio',
  'goal',
  'aim',
  'reached',
  'p50 ms',
  'baseline',
  'p99 ms',
  'baseline',
  'p99 ratio',
  'bytes',
  'baseline',
  'CPU ms',
  'baseline',
  'shed',
  'load',
];
const BEFORE = [
  'before/s',
  'now ÷ before',
  'ratio before',
  'p50 before',
  'p99 before',
  'bytes before',
  'CPU ms before',
  'CPU ÷ before',
];

/** Formats the rows as a table with a summary. */
export function caseTable(rows: readonly Row[]): string {
  const withBefore = rows.some(({ before }) => before);
  const lines = rows.map((row) => [...cellsOf(row), ...(withBefore ? cellsBefore(row) : [])]);
  const table = aligned([[...HEAD, ...(withBefore ? BEFORE : [])], ...lines]);
  const counts = Map.groupBy(rows, reachedBy);
  const count = (reached: ReturnType<typeof reachedBy>) => counts.get(reached)?.length ?? 0;
  const missed = count('no') + count('p99');
  return `${table}\n\naim ${count('aim')}, goal ${count('goal')}, missed ${missed}, not measured ${count('no floor')}`;
}

const whole = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0));
const ms = (value: number) => value.toFixed(2);
const bytes = (measure: Measure) => whole(measure.bytes);
const cpu = ({ cpuMs }: Measure) => (cpuMs === undefined ? '' : ms(cpuMs));

function cellsOf(row: Row): string[] {
  const { data = '', work, connections, ours, baseline, ratio, goal, aim, p99Ratio, p99Goal, load } = row;
  return [
    data,
    work,
    String(connections),
    whole(ours.perSecond),
    whole(baseline.perSecond),
    ...[ratio, goal, aim].map((value) => value.toFixed(2)),
    reachedBy(row),
    ...[ours.p50, baseline.p50, ours.p99, baseline.p99].map(ms),
    `${p99Ratio.toFixed(1)}${p99Goal ? ` of ${p99Goal}` : ''}`,
    bytes(ours),
    bytes(baseline),
    cpu(ours),
    cpu(baseline),
    String(ours.shed),
    load?.map((value) => value.toFixed(1)).join(' → ') ?? '',
  ];
}

function cellsBefore({ ours, baseline, before }: Row): string[] {
  if (!before) return BEFORE.map(() => '');
  return [
    whole(before.perSecond),
    (ours.perSecond / before.perSecond).toFixed(2),
    (before.perSecond / baseline.perSecond).toFixed(2),
    ...[before.p50, before.p99].map(ms),
    bytes(before),
    cpu(before),
    ours.cpuMs && before.cpuMs ? (ours.cpuMs / before.cpuMs).toFixed(2) : '',
  ];
}
