/**
 * Finds the ids of a page of a list that is filtered by creation days and sorted by last change. No index serves both. There
 * are three paths; the cheapest one depends on the data (docs/decisions/0021).
 */

/** `walk` scans the list and skips other days, `days` reads a page's worth of each day, `sort` sorts the whole range. */
export const RANGE_PATHS = ['walk', 'days', 'sort'] as const;
export type RangePath = (typeof RANGE_PATHS)[number];

/** Cost of an index descent, in rows read. */
const ROWS_PER_DESCENT = 20;

/** If more rows precede the range than the walk may read, the walk only reads its maximum divided by this number. */
const SHORT_WALK_DIVISOR = 8;

/** Days after the range whose rows are counted as preceding the range: enough to detect a hopeless walk. */
const DAYS_AHEAD = 20;

/** SQL parts of a page of a range. */
export interface RangeParts {
  /** Selects `id`, `updated_at` and `moment` of the client's rows that match all criteria other than the range. */
  rows: (condition: string) => string;
  /** Condition that a column of the time is within the range. */
  inRange: (moment: string) => string;
  /** Condition that a row was changed since the start of the range, which bounds the walk. */
  changedSince: () => string;
  /** Columns of the time and of its day. */
  moment: string;
  day: string;
  /** `FROM … WHERE …` of the counters of the range, and of the days after it; null for a range without end. */
  counters: () => string;
  countersAfter: (() => string) | null;
  direction: 'ASC' | 'DESC';
  limit: string;
  offset: string;
}

/**
 * Builds the common table expressions `span` (one row with the range's total `n`) and `ids` (`id`, `updated_at`). Tries the
 * walk first and reads no more rows than the cheaper other path would. If the walk doesn't fill the page, that path does.
 *
 * @param only forces a path
 */
export function rangeIds(parts: RangeParts, only?: RangePath): string[] {
  const { rows, inRange, direction, limit, offset } = parts;
  const order = `ORDER BY updated_at ${direction}, id ${direction}`;
  const page = `${order} LIMIT ${limit} OFFSET ${offset}`;
  const span = `span AS MATERIALIZED (
    SELECT coalesce(sum(n), 0)::bigint AS n, coalesce(max(day) - min(day) + 1, 0) AS days ${parts.counters()})`;

  const walk = (
    bound: string,
  ) => `SELECT id, updated_at FROM (${rows(parts.changedSince())} ${order} LIMIT ${bound}) walk
    WHERE ${inRange('moment')} ${page}`;
  // A page needs at most the first limit + offset rows of each day.
  const reach = `(${limit} + ${offset})`;
  const share = () => `${rows(`${parts.day} = days.day`)} ${order} LIMIT ${reach}`;
  const days = (when: string) => `SELECT share.id, share.updated_at
    FROM (SELECT day ${parts.counters()} GROUP BY day HAVING sum(n) > 0) days CROSS JOIN LATERAL (${share()}) share ${when} ${page}`;
  // OFFSET 0 is an optimisation fence: otherwise the planner would scan the whole list.
  const sort = (when: string) =>
    `SELECT id, updated_at FROM (${rows(inRange(parts.moment))} OFFSET 0) range ${when} ${page}`;

  if (only) {
    const ids = { walk: () => walk('ALL'), days: () => days(''), sort: () => sort('') }[only]();
    return [span, `ids AS (${ids})`];
  }
  const ahead = parts.countersAfter
    ? `(SELECT coalesce(sum(n), 0) FROM (
        SELECT sum(n) AS n ${parts.countersAfter()} GROUP BY day ORDER BY day LIMIT ${DAYS_AHEAD}) later)`
    : '0';
  const missing = '(SELECT count(*) FROM walked) < (SELECT least(n - left_out, page) FROM costs)';
  return [
    span,
    `costs AS MATERIALIZED (
      SELECT n, ${offset} AS left_out, ${limit} AS page, n <= shares AS sorts, least(n, shares) AS rows
      FROM (SELECT n, days::bigint * (${reach} + ${ROWS_PER_DESCENT}) AS shares FROM span) estimates)`,
    `walked AS MATERIALIZED (${walk(`(
      SELECT CASE WHEN n <= left_out THEN 0 WHEN ${ahead} > rows THEN rows / ${SHORT_WALK_DIVISOR} ELSE rows END FROM costs)`)})`,
    `ids AS (
      SELECT id, updated_at FROM walked WHERE NOT (${missing})
      UNION ALL (${days(`WHERE ${missing} AND NOT (SELECT sorts FROM costs)`)})
      UNION ALL (${sort(`WHERE ${missing} AND (SELECT sorts FROM costs)`)}))`,
  ];
}
