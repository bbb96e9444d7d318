import { startOfDay } from '#shared/days.ts';
import type { Read } from './database.ts';
import { jsonArray } from './json-text.ts';

/** Rows that may be read for a page of a range of days; beyond, the list's own order is walked. */
const READ_AT_ONCE = 50_000;

/** To go to a day in its index costs what so many of its rows do. */
const ROWS_PER_DESCENT = 20;

/** Limits that are worth a prepared statement: as constants they let the planner see how little is asked for. */
const COMMON_LIMITS = new Set([10, 20, 30, 40, 50]);

/** Days of creation, both included; local to Buenos Aires, YYYY-MM-DD. */
export interface CreationDays {
  fromDay?: string;
  toDay?: string;
}

export interface ListSort {
  column: 'updated_at' | 'created_at';
  descending: boolean;
}

/** What part of a list is wanted, from its beginning or, `reversed`, from its end. */
export interface Slice {
  limit: number;
  offset: number;
  reversed: boolean;
  /** Takes this path through a range of days; else the counters say which is the shortest. */
  path?: RangePath;
}

/** Sorts the whole range, takes the page's share of each of its days, or walks the list until the page is full. */
export const RANGE_PATHS = ['sort', 'days', 'walk'] as const;
export type RangePath = (typeof RANGE_PATHS)[number];

/** The last row of a page that was read in the order of creation, newest first; `at` as the database wrote it. */
export interface Keyset {
  at: string;
  id: number;
}

/** Collects parameters; each gets its number. */
export class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** A paged list over one table of a client: criteria `C`, where absent ones don't filter. Its client is `$1`. */
export interface ListSource<C extends CreationDays> {
  table: string;
  /** What its prepared statements are called, where the table has another list of other rows. */
  called?: string;
  /** Name of its rows in `matching` and `row`. */
  alias: string;
  /** Table of counters by day of creation ('-infinity' counts all together) and by the columns of `counted`. */
  counts: string;
  /** The moment whose day is filtered by, never after `updated_at`, and the column of that day; by default of creation. */
  dated?: readonly [moment: string, day: string];
  /** Criteria that the counters know, each with its column, the same in both tables, and the column's type. */
  counted: { readonly [K in keyof C]?: readonly [column: string, type: string] };
  /** Criteria that are worth a prepared statement when they stand alone. */
  common: readonly (keyof C)[];
  /** Where rows come from, and the conditions that are neither counted nor days. */
  matching: (criteria: C, parameters: Parameters) => { from: string; conditions: string[] };
  /** A row on the wire as SQL of a JSON object or its text, and what must be joined for it. */
  row: string;
  joins: string;
}

/** The moments that a range of days begins and ends at, the end not included; open ends are far away. */
function momentsOf({ fromDay, toDay }: CreationDays): { from: Date; below: Date } {
  return {
    from: new Date(fromDay ? startOfDay(fromDay) : 0),
    below: new Date(toDay ? startOfDay(toDay) + 86_400_000 : startOfDay('2999-01-01')),
  };
}

/** The statements of a list: every one names its client, and its rows are found as ids before they are joined. */
export function listStatements<C extends CreationDays>(source: ListSource<C>) {
  const { table, called = table, alias, counts, dated: [moment, dayOf] = ['created_at', 'created_on'] } = source;
  const counted = Object.entries(source.counted) as [keyof C & string, readonly [string, string]][];

  /** Whether the counters know how many rows fit. */
  const isCountable = (criteria: C) =>
    Object.keys(criteria).every((name) => name === 'fromDay' || name === 'toDay' || name in source.counted);

  const plainConditions = (criteria: C, parameters: Parameters, of = `${alias}.`) =>
    counted.flatMap(([name, [column, type]]) =>
      criteria[name] === undefined ? [] : [`${of}${column} = ${parameters.add(criteria[name])}::${type}`],
    );

  function createdConditions(criteria: C, parameters: Parameters): string[] {
    if (!criteria.fromDay && !criteria.toDay) return [];
    const { from, below } = momentsOf(criteria);
    return [`${alias}.${moment} >= ${parameters.add(from)}`, `${alias}.${moment} < ${parameters.add(below)}`];
  }

  /** Rows of the counters that fit; without days those that count all days together. */
  function counters(criteria: C, parameters: Parameters): string {
    const days = [
      ...(criteria.fromDay ? [`day >= ${parameters.add(criteria.fromDay)}::date`] : []),
      ...(criteria.toDay ? [`day <= ${parameters.add(criteria.toDay)}::date`] : []),
    ];
    const conditions = [
      'client_id = $1',
      ...(days.length > 0 ? [`day > '-infinity'`, ...days] : [`day = '-infinity'`]),
      ...plainConditions(criteria, parameters, ''),
    ];
    return `FROM ${counts} WHERE ${conditions.join(' AND ')}`;
  }

  const countedTotal = (criteria: C, parameters: Parameters) =>
    `SELECT coalesce(sum(n), 0)::bigint AS n ${counters(criteria, parameters)}`;

  function matches(criteria: C, parameters: Parameters, more: string[] = []): string {
    const { from, conditions } = source.matching(criteria, parameters);
    const all = [
      ...conditions,
      ...plainConditions(criteria, parameters),
      ...createdConditions(criteria, parameters),
      ...more,
    ];
    return `SELECT ${alias}.id, ${alias}.updated_at, ${alias}.created_at FROM ${from} WHERE ${all.join(' AND ')}`;
  }

  /** Common tables `total` and `ids`, the ids of the wanted rows, by the path that the counters call for. */
  function paths(criteria: C, sort: ListSort, slice: Slice, parameters: Parameters): string[] {
    const direction = sort.descending === slice.reversed ? 'ASC' : 'DESC';
    const limit = COMMON_LIMITS.has(slice.limit) ? String(slice.limit) : parameters.add(slice.limit);
    const offset = slice.offset > 0 ? ` OFFSET ${parameters.add(slice.offset)}` : '';
    const cut = `ORDER BY ${sort.column} ${direction}, id ${direction} LIMIT ${limit}${offset}`;

    if (!isCountable(criteria)) {
      return [
        `matches AS MATERIALIZED (${matches(criteria, parameters)})`,
        'total AS (SELECT count(*) AS n FROM matches)',
        `ids AS (SELECT id, ${sort.column} FROM matches ${cut})`,
      ];
    }
    const plain = [`${alias}.client_id = $1`, ...plainConditions(criteria, parameters)];
    const rows = (conditions: string[]) =>
      `SELECT ${alias}.id, ${alias}.${sort.column} FROM ${table} ${alias} WHERE ${[...plain, ...conditions].join(' AND ')}`;
    const created = createdConditions(criteria, parameters);
    if (created.length === 0 || sort.column === moment) {
      return [`total AS (${countedTotal(criteria, parameters)})`, `ids AS (${rows(created)} ${cut})`];
    }

    // A page needs no more of a day than all that it lies behind, and itself.
    const reach = slice.offset > 0 ? `${limit} + ${parameters.add(slice.offset)}::bigint` : limit;
    const ofDay = `${rows([`${alias}.${dayOf} = days.day`])} ORDER BY updated_at ${direction}, id ${direction} LIMIT ${reach}`;
    // A row is never updated before it was created, so that a walk ends with the range's first day.
    const walk = [
      `local_day(${alias}.${moment}) BETWEEN ${parameters.add(criteria.fromDay ?? '-infinity')}::date
         AND ${parameters.add(criteria.toDay ?? 'infinity')}::date`,
      `${alias}.updated_at >= ${parameters.add(momentsOf(criteria).from)}`,
    ];
    const arms: Record<RangePath, string> = {
      // Fenced by its OFFSET: the planner would rather walk the whole list.
      sort: `SELECT * FROM (${rows(created)} OFFSET 0) range`,
      days: `SELECT share.* FROM days CROSS JOIN LATERAL (${ofDay}) share`,
      walk: `SELECT * FROM (${rows(walk)}) walk`,
    };
    const path = slice.path
      ? `'${slice.path}'`
      : `CASE WHEN least(n, shares) > ${READ_AT_ONCE} THEN 'walk' WHEN n <= shares THEN 'sort' ELSE 'days' END`;
    return [
      `days AS (SELECT day, sum(n)::bigint AS n ${counters(criteria, parameters)} GROUP BY day HAVING sum(n) > 0)`,
      `total AS (SELECT n, ${path} AS path FROM (
        SELECT coalesce(sum(n), 0)::bigint AS n, count(*) * (${reach} + ${ROWS_PER_DESCENT}) AS shares FROM days) sums)`,
      `ids AS (${RANGE_PATHS.map((name) => `(${arms[name]} WHERE (SELECT path FROM total) = '${name}' ${cut})`).join(' UNION ALL ')})`,
    ];
  }

  /** The rows that `ids` names, as JSON, in the wanted order whichever end they were taken from. */
  function rowsOf({ column, descending }: ListSort): string {
    const direction = descending ? 'DESC' : 'ASC';
    const order = `ORDER BY ids.${column} ${direction}, ids.id ${direction}`;
    return `SELECT ${jsonArray(source.row, order)}
      FROM ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id ${source.joins}`;
  }

  /**
   * Name of a statement that is worth preparing: a first page in the default order, by what the counters know, or by a
   * common criterion alone. There are few of those; every name costs memory on every connection, so that other shapes
   * have none.
   */
  function nameOf(criteria: C, sort: ListSort, slice: Slice): string | undefined {
    const filters = Object.keys(criteria);
    const common = isCountable(criteria) || (filters.length === 1 && source.common.includes(filters[0] as keyof C));
    const first = slice.offset === 0 && !slice.reversed && COMMON_LIMITS.has(slice.limit);
    if (!common || !first || slice.path || sort.column !== 'updated_at' || !sort.descending) return undefined;
    // PostgreSQL keeps 63 characters of a name.
    return [called, slice.limit, ...filters.map((filter) => filter.slice(0, 3)).sort()].join(' ');
  }

  return {
    rowsOf,

    /** How many rows fit: a sum of counters where they know it, else a count within the client. One row `n`. */
    total(clientId: number, criteria: C): Read {
      const parameters = new Parameters();
      parameters.add(clientId);
      const text = isCountable(criteria)
        ? countedTotal(criteria, parameters)
        : `SELECT count(*) AS n FROM (${matches(criteria, parameters)}) m`;
      return { text, values: parameters.values };
    },

    /** A slice of the list and its total, in one statement: one row `total`, `results` (JSON text). */
    slice(clientId: number, criteria: C, sort: ListSort, slice: Slice): Read {
      const parameters = new Parameters();
      parameters.add(clientId);
      const common = paths(criteria, sort, slice, parameters);
      const name = nameOf(criteria, sort, slice);
      return {
        ...(name && { name }),
        text: `WITH ${common.join(', ')} SELECT (SELECT n FROM total) AS total, (${rowsOf(sort)}) AS results`,
        values: parameters.values,
      };
    },

    /**
     * The next rows after `after` in the order of creation, newest first, which no update moves: whoever reads page by
     * page finds each row once, whatever is written meanwhile. Rows `at`, `id` (the next keyset) and `columns`.
     *
     * @param limit a constant of the code: it stands in the text, so that the planner sees how little is asked for
     */
    keysetPage(clientId: number, criteria: C, columns: string, after: Keyset | null, limit: number): Read {
      const parameters = new Parameters();
      parameters.add(clientId);
      const place = after && `(${parameters.add(after.at)}::timestamptz, ${parameters.add(after.id)}::bigint)`;
      const behind = place ? [`(${alias}.created_at, ${alias}.id) < ${place}`] : [];
      const order = (of: string) => `ORDER BY ${of}created_at DESC, ${of}id DESC`;
      return {
        text: `WITH ids AS (${matches(criteria, parameters, behind)} ${order(`${alias}.`)} LIMIT ${limit})
          SELECT ids.created_at::text AS at, ids.id, ${columns}
          FROM ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id ${source.joins}
          ${order('ids.')}`,
        values: parameters.values,
      };
    },
  };
}
