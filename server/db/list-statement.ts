import { addDays, startOfDay } from '#shared/days.ts';
import type { Read } from './database.ts';
import { Parameters } from './parameters.ts';
import { type RangePath, rangeIds } from './range-ids.ts';

/** Limits that are worth a prepared statement: as constants they let the planner see how little is asked for. */
const COMMON_LIMITS = new Set([10, 20, 30, 40, 50]);

/** Pages that one statement serves: behind them, rows are found as ids before they are read. */
const PREPARED_PAGES = 5;

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

/** The last row of a page that was read in the order of creation, newest first; `at` as the database wrote it. */
export interface Keyset {
  at: string;
  id: number;
}

/** A paged list over one table of a client: criteria `C`, where absent ones don't filter. Its client is `$1`. */
export interface ListSource<C extends CreationDays> {
  table: string;
  /** What its prepared statements are called, where the table has another list of other rows. */
  called?: string;
  /** Name of its rows in `matching`, `columns` and `joins`. */
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
  /** What is read of each row. */
  columns: string;
  /** What must be joined for the columns. It may repeat a row for each of its parts, in the order of `parts`. */
  joins: string;
  parts?: string;
}

/** The moments that a range of days begins and ends at, the end not included; open ends are far away. */
function momentsOf({ fromDay, toDay }: CreationDays): { from: Date; below: Date } {
  return {
    from: new Date(fromDay ? startOfDay(fromDay) : 0),
    below: new Date(toDay ? startOfDay(toDay) + 86_400_000 : startOfDay('2999-01-01')),
  };
}

/** Whether a slice lies among the pages that one statement serves. */
const isNear = ({ limit, offset, reversed }: Slice) =>
  COMMON_LIMITS.has(limit) && !reversed && offset + limit <= limit * PREPARED_PAGES;

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

  /** The rows that only the counted criteria and the days narrow. */
  const plainRows = (columns: string, criteria: C, parameters: Parameters, more: readonly string[] = []) =>
    `SELECT ${columns} FROM ${table} ${alias}
     WHERE ${[`${alias}.client_id = $1`, ...plainConditions(criteria, parameters), ...more].join(' AND ')}`;

  /** Common tables `span` and `ids`, the ids of the wanted rows of a range of days in the order of their last change. */
  function rangePage(criteria: C, slice: Slice, direction: 'ASC' | 'DESC', parameters: Parameters): string[] {
    const { from, below } = momentsOf(criteria);
    const { fromDay: _, toDay, ...others } = criteria;
    const columns = `${alias}.id, ${alias}.updated_at, ${alias}.${moment} AS moment`;
    return rangeIds(
      {
        rows: (condition) => plainRows(columns, criteria, parameters, [condition]),
        inRange: (of) => `${of} >= ${parameters.add(from)} AND ${of} < ${parameters.add(below)}`,
        changedSince: () => `${alias}.updated_at >= ${parameters.add(from)}`,
        moment: `${alias}.${moment}`,
        day: `${alias}.${dayOf}`,
        counters: () => counters(criteria, parameters),
        countersAfter:
          toDay && direction === 'DESC'
            ? () => counters({ ...others, fromDay: addDays(toDay, 1) } as unknown as C, parameters)
            : null,
        direction,
        limit: limitOf(slice, parameters),
        offset: `${parameters.add(slice.offset)}::bigint`,
      },
      slice.path,
    );
  }

  /** `WITH … SELECT` of the columns and more of them, of the rows that `page` names by the alias. */
  const selected = (common: readonly string[], more: string[], page: string, { column, descending }: ListSort) => {
    const direction = descending ? 'DESC' : 'ASC';
    const parts = source.parts ? `, ${source.parts}` : '';
    return `${common.length > 0 ? `WITH ${common.join(', ')} ` : ''}SELECT ${[source.columns, ...more].join(', ')}
      FROM ${page} ${source.joins}
      ORDER BY ${alias}.${column} ${direction}, ${alias}.id ${direction}${parts}`;
  };

  /** The rows whose ids the common table `ids` holds. */
  const rowsOf = (common: readonly string[], sort: ListSort, more: string[] = []) =>
    selected(common, more, `ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id`, sort);

  const limitOf = ({ limit }: Slice, parameters: Parameters) =>
    COMMON_LIMITS.has(limit) ? String(limit) : `${parameters.add(limit)}::bigint`;

  function sliceText(criteria: C, sort: ListSort, slice: Slice, parameters: Parameters): string {
    const direction = sort.descending === slice.reversed ? 'ASC' : 'DESC';
    const order = `ORDER BY ${sort.column} ${direction}, id ${direction}`;

    if (!isCountable(criteria)) {
      const common = [
        `matches AS MATERIALIZED (${matches(criteria, parameters)})`,
        `ids AS (SELECT id FROM matches ${order}
           LIMIT ${limitOf(slice, parameters)} OFFSET ${parameters.add(slice.offset)}::bigint)`,
      ];
      return rowsOf(common, sort, ['(SELECT count(*) FROM matches) AS total']);
    }
    if ((criteria.fromDay || criteria.toDay) && sort.column !== moment) {
      return rowsOf(rangePage(criteria, slice, direction, parameters), sort, ['(SELECT n FROM span) AS total']);
    }
    const created = createdConditions(criteria, parameters);
    const total = [`(${countedTotal(criteria, parameters)}) AS total`];
    const limit = limitOf(slice, parameters);
    const offset = `${parameters.add(slice.offset)}::bigint`;
    if (isNear(slice)) {
      // The inner LIMIT is a constant, so that the planner expects few rows at every offset.
      const pages = `${plainRows(`${alias}.*`, criteria, parameters, created)} ${order} LIMIT ${slice.limit * PREPARED_PAGES}`;
      return selected(
        [],
        total,
        `(SELECT * FROM (${pages}) near ${order} LIMIT ${limit} OFFSET ${offset}) ${alias}`,
        sort,
      );
    }
    const ids = plainRows(`${alias}.id`, criteria, parameters, created);
    return rowsOf([`ids AS (${ids} ${order} LIMIT ${limit} OFFSET ${offset})`], sort, total);
  }

  /**
   * Name of a statement that is worth preparing: the first pages in the default order, by what the counters know, or by a
   * common criterion alone. There are few of those; every name costs memory on every connection, so that other shapes
   * have none.
   */
  function nameOf(criteria: C, sort: ListSort, slice: Slice): string | undefined {
    const filters = Object.keys(criteria);
    const common = isCountable(criteria) || (filters.length === 1 && source.common.includes(filters[0] as keyof C));
    if (!common || !isNear(slice) || slice.path || sort.column !== 'updated_at' || !sort.descending) return undefined;
    // PostgreSQL keeps 63 characters of a name.
    return [called, slice.limit, ...filters.map((filter) => filter.slice(0, 3)).sort()].join(' ');
  }

  return {
    rowsOf,

    /** How many rows fit: a sum of counters where they know it, else a count within the client. One row `n`. */
    total(clientId: number, criteria: C): Read {
      const parameters = new Parameters(clientId);
      const text = isCountable(criteria)
        ? countedTotal(criteria, parameters)
        : `SELECT count(*) AS n FROM (${matches(criteria, parameters)}) m`;
      return { text, values: parameters.values };
    },

    /** A slice of the list, in one statement: its `columns`, each row with the `total`. An empty slice carries no total. */
    slice(clientId: number, criteria: C, sort: ListSort, slice: Slice): Read {
      const parameters = new Parameters(clientId);
      const name = nameOf(criteria, sort, slice);
      return { ...(name && { name }), text: sliceText(criteria, sort, slice, parameters), values: parameters.values };
    },

    /**
     * The next rows after `after` in the order of creation, newest first, which no update moves: whoever reads page by
     * page finds each row once, whatever is written meanwhile. Rows `at`, `id` (the next keyset) and `columns`.
     *
     * @param limit a constant of the code: it stands in the text, so that the planner sees how little is asked for
     */
    keysetPage(clientId: number, criteria: C, columns: string, after: Keyset | null, limit: number): Read {
      const parameters = new Parameters(clientId);
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
