/**
 * Ids of a page of a list that is narrowed to days of creation and sorted by its last change: no index serves both. There
 * are three ways, and which is the shortest depends on the data (docs/decisions/0021).
 */

/** Walks the list and leaves out other days, takes a page's share of each day, or sorts the whole range. */
export const RANGE_PATHS = ['walk', 'days', 'sort'] as const;
export type RangePath = (typeof RANGE_PATHS)[number];

/** Cost of an index descent, in rows read. */
const ROWS_PER_DESCENT = 20;

/** Where more rows lie ahead of the range than the walk may read, only one in so many of them is tried. */
const TRIED = 8;

/** Days after the range whose rows are counted as lying ahead of it: enough to see that a walk is hopeless. */
const DAYS_AHEAD = 20;

/** What a page of a range is made of, as SQL. */
export interface RangeParts {
  /** Selects `id`, `updated_at` and the range's moment, as `moment`, of the client's rows that fit, the range apart. */
  rows: (condition: string) => string;
  /** The range by its moment, given the column that holds it. */
  inRange: (moment: string) => string;
  /** No row of the range was changed before it began, so that a walk needs to go no further. */
  changedSince: () => string;
  /** The columns that hold the moment and its day. */
  moment: string;
  day: string;
  /** `FROM … WHERE …` of the counters of the range, and of the days after it; null where the range has no end. */
  counters: () => string;
  countersAfter: (() => string) | null;
  direction: 'ASC' | 'DESC';
  limit: string;
  offset: string;
}

/**
 * Common tables `span` (a row, with the range's total `n`) and `ids` (`id`, `updated_at`). The walk goes first, no further than the other ways
 * would read; where it doesn't fill the page, the cheaper of the other two does.
 *
 * @param only takes this way, whatever it costs
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
  // A page needs no more of a day than all that it lies behind, and itself.
  const reach = `(${limit} + ${offset})`;
  const share = () => `${rows(`${parts.day} = days.day`)} ${order} LIMIT ${reach}`;
  const days = (when: string) => `SELECT share.id, share.updated_at
    FROM (SELECT day ${parts.counters()} GROUP BY day HAVING sum(n) > 0) days CROSS JOIN LATERAL (${share()}) share ${when} ${page}`;
  // Fenced by its OFFSET: the planner would rather walk the whole list.
  const sort = (when: string) =>
    `SELECT id, updated_at FROM (${rows(inRange(parts.moment))} OFFSET 0) range ${when} ${page}`;

  if (only) {
    const way = { walk: () => walk('ALL'), days: () => days(''), sort: () => sort('') }[only]();
    return [span, `ids AS (${way})`];
  }
  const ahead = parts.countersAfter
    ? `(SELECT coalesce(sum(n), 0) FROM (
        SELECT sum(n) AS n ${parts.countersAfter()} GROUP BY day ORDER BY day LIMIT ${DAYS_AHEAD}) later)`
    : '0';
  const missing = '(SELECT count(*) FROM walked) < (SELECT least(n - left_out, page) FROM ways)';
  return [
    span,
    `ways AS MATERIALIZED (
      SELECT n, ${offset} AS left_out, ${limit} AS page, n <= shares AS sorts, least(n, shares) AS rows
      FROM (SELECT n, days::bigint * (${reach} + ${ROWS_PER_DESCENT}) AS shares FROM span) costs)`,
    `walked AS MATERIALIZED (${walk(`(
      SELECT CASE WHEN n <= left_out THEN 0 WHEN ${ahead} > rows THEN rows / ${TRIED} ELSE rows END FROM ways)`)})`,
    `ids AS (
      SELECT id, updated_at FROM walked WHERE NOT (${missing})
      UNION ALL (${days(`WHERE ${missing} AND NOT (SELECT sorts FROM ways)`)})
      UNION ALL (${sort(`WHERE ${missing} AND (SELECT sorts FROM ways)`)}))`,
  ];
}
