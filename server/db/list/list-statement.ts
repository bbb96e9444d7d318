import { bind, type Read, type Statement, variant } from '#server/db/statement.ts';
import { addDays, type Day } from '#shared/kit/days.ts';
import {
  countedRows,
  countedTotal,
  counters,
  datedColumns,
  isCountable,
  type ListQuery,
  matches,
  matchingRows,
  momentsOf,
  rangeConditions,
} from './list-conditions.ts';
import type { CreationDays, Keyset, ListSort, ListSource, Slice } from './list-source.ts';
import { Parameters } from './parameters.ts';
import { rangeIds } from './range-ids.ts';

/** Page sizes with prepared statements. As constants in the text they let the planner expect few rows. */
const COMMON_LIMITS = new Set([10, 20, 30, 40, 50]);

/** First pages that one prepared statement serves. For later pages, ids are found first and rows joined after. */
const PREPARED_PAGES = 5;

/** Rows that are read for each row of the first pages of a recent range, before it is found by its days. */
const WALKED_ROWS = 4;

/** Returns texts of a list, to declare its statements. The texts of all criteria have the same columns. */
export function listTexts<C extends CreationDays>(source: ListSource<C>, criteria: C) {
  const query = () => ({ source, criteria, parameters: new Parameters(0) });
  const sort: ListSort = { column: 'updated_at', descending: true };
  return {
    total: totalText(query()),
    totalsBy: (column: string, name: string) => totalsText(query(), column, name),
    slice: sliceText(query(), sort, { limit: 10, offset: 0, reversed: false }),
    keysetPage: (columns: string) => keysetText(query(), columns, null, 1),
  };
}

/**
 * Builds the reads of a list: variants of its statements. All filter by client, find ids first and join the rows after.
 *
 * @param declared declared by `listTexts`
 */
export function listStatements<C extends CreationDays, R extends { total: number }>(
  source: ListSource<C>,
  declared: { slice: Statement<R>; total: Statement<{ n: number }> },
) {
  const queryOf = (clientId: number, criteria: C) => ({ source, criteria, parameters: new Parameters(clientId) });
  return {
    /** Returns a statement that selects the rows of the common table expression `ids`. */
    rowsOf: (common: readonly string[], sort: ListSort) => rowsOf(source, common, sort),

    /** Returns a query of the number of matching rows, from the counters if possible, else by counting. One row `n`. */
    total(clientId: number, criteria: C): Read<{ n: number }> {
      const query = queryOf(clientId, criteria);
      return bind(variant(declared.total, totalText(query)), query.parameters.values);
    },

    /**
     * Returns a query of the number of matching rows for each value of a counted column: rows `name`, `total`. Values
     * without rows are missing.
     */
    totalsBy<T>(of: Statement<T>, clientId: number, criteria: C, column: string, name: string): Read<T> {
      const query = queryOf(clientId, criteria);
      const preparedAs = Object.keys(criteria).length === 0 ? `${source.table} by ${column}` : undefined;
      return bind(variant(of, totalsText(query, column, name)), query.parameters.values, preparedAs);
    },

    /** Returns a query of a slice: `columns` and, on each row, `total`. An empty slice returns no total. */
    slice(clientId: number, criteria: C, sort: ListSort, slice: Slice): Read<R> {
      const query = queryOf(clientId, criteria);
      const text = sliceText(query, sort, slice);
      return bind(variant(declared.slice, text), query.parameters.values, nameOf(source, criteria, sort, slice));
    },

    /**
     * Returns a query of a slice of a range of days that ends today or later, null for any other slice. Such a range's rows are near the
     * beginning of the list, so it is read from there, at most some pages of it. A slice may therefore lack rows: `total` shows that.
     */
    recentSlice(clientId: number, criteria: C, sort: ListSort, slice: Slice, today: Day): Read<R> | null {
      const query = queryOf(clientId, criteria);
      if (!isRecent(source, criteria, sort, slice, today)) return null;
      const name = nameOf(source, criteria, sort, slice);
      const text = walkedSlice(query, sort, slice);
      return bind(variant(declared.slice, text), query.parameters.values, name && `${name} recent`);
    },

    /**
     * Returns a keyset query: the rows after `after` in creation order, newest first. Updates don't change this order, so
     * reading page by page returns each row once despite concurrent writes. Rows `at`, `id` (the next keyset) and `columns`.
     *
     * @param limit a constant, which becomes part of the text so that the planner expects few rows
     */
    keysetPage<T extends Keyset>(
      of: Statement<T>,
      clientId: number,
      criteria: C,
      columns: string,
      after: Keyset | null,
      limit: number,
    ): Read<T> {
      const query = queryOf(clientId, criteria);
      return bind(variant(of, keysetText(query, columns, after, limit)), query.parameters.values);
    },
  };
}

function totalText<C extends CreationDays>(query: ListQuery<C>): string {
  return isCountable(query.source, query.criteria)
    ? countedTotal(query)
    : `SELECT count(*) AS n FROM (${matches(query, 'created_at')}) m`;
}

function totalsText<C extends CreationDays>(query: ListQuery<C>, column: string, name: string): string {
  const { source, criteria } = query;
  // A search may join another source that has the column, too.
  const [of, total, from] = isCountable(source, criteria)
    ? [column, 'sum(n)', counters(query)]
    : [`${source.alias}.${column}`, 'count(*)', matchingRows(query)];
  return `SELECT ${of} AS ${name}, ${total}::bigint AS total ${from}
        GROUP BY ${of} HAVING ${total} > 0 ORDER BY ${of}`;
}

/** Whether a slice is within the first pages, which one prepared statement serves. */
const isNear = ({ limit, offset, reversed }: Slice) =>
  COMMON_LIMITS.has(limit) && !reversed && offset + limit <= limit * PREPARED_PAGES;

function isRecent<C extends CreationDays>(
  source: ListSource<C>,
  criteria: C,
  { column, descending }: ListSort,
  slice: Slice,
  today: Day,
): boolean {
  const { fromDay, toDay } = criteria;
  const sorted = column === 'updated_at' && column !== datedColumns(source)[0] && descending;
  return sorted && isNear(slice) && isCountable(source, criteria) && fromDay !== undefined && (toDay ?? today) >= today;
}

/**
 * Returns the name of a prepared statement: for the first pages in the default order, filtered by counted criteria or by one
 * common criterion. Other shapes get no name, because each name takes memory on every connection.
 */
function nameOf<C extends CreationDays>(source: ListSource<C>, criteria: C, sort: ListSort, slice: Slice) {
  const filters = Object.keys(criteria);
  const isCommon = filters.length === 1 && source.common.includes(filters[0] as keyof C);
  if (!isCommon && !isCountable(source, criteria)) return undefined;
  if (!isNear(slice) || slice.path || sort.column !== 'updated_at' || !sort.descending) return undefined;
  // PostgreSQL truncates names to 63 characters.
  const { called = source.table } = source;
  return [called, slice.limit, ...filters.map((filter) => filter.slice(0, 3)).sort()].join(' ');
}

/** Returns the limit of a slice: a constant for a common page size, else a parameter. */
const limitOf = ({ limit }: Slice, parameters: Parameters) =>
  COMMON_LIMITS.has(limit) ? String(limit) : `${parameters.add(limit)}::bigint`;

/** Returns the direction in which the ids of a slice are read. */
const directionOf = (sort: ListSort, slice: Slice) => (sort.descending === slice.reversed ? 'ASC' : 'DESC');

function sliceText<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, criteria } = query;
  if (!isCountable(source, criteria)) return matchedSlice(query, sort, slice);
  const hasDays = criteria.fromDay || criteria.toDay;
  if (hasDays && sort.column !== datedColumns(source)[0]) return rangeSlice(query, sort, slice);
  return countedSlice(query, sort, slice);
}

/** Builds a slice by criteria that the counters lack: finds all matching rows, which also gives the total. */
function matchedSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, parameters } = query;
  const order = `ORDER BY ${sort.column} ${directionOf(sort, slice)}, id ${directionOf(sort, slice)}`;
  const common = [
    `matches AS MATERIALIZED (${matches(query, sort.column)})`,
    `ids AS (SELECT id FROM matches ${order}
           LIMIT ${limitOf(slice, parameters)} OFFSET ${parameters.add(slice.offset)}::bigint)`,
  ];
  return rowsOf(source, common, sort, ['(SELECT count(*) FROM matches) AS total']);
}

/** Builds a slice of a range of days, sorted by last change. No index serves both. */
function rangeSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, criteria, parameters } = query;
  const { alias } = source;
  const [moment, day] = datedColumns(source);
  const { from, below } = momentsOf(criteria);
  const { fromDay: _, toDay, ...others } = criteria;
  const direction = directionOf(sort, slice);
  const columns = `${alias}.id, ${alias}.updated_at, ${alias}.${moment} AS moment`;
  const common = rangeIds(
    {
      rows: (condition) => countedRows(query, columns, [condition]),
      inRange: (of) => `${of} >= ${parameters.add(from)} AND ${of} < ${parameters.add(below)}`,
      changedSince: () => `${alias}.updated_at >= ${parameters.add(from)}`,
      moment: `${alias}.${moment}`,
      day: `${alias}.${day}`,
      counters: () => counters(query),
      countersAfter:
        toDay && direction === 'DESC'
          ? () => counters({ ...query, criteria: { ...others, fromDay: addDays(toDay, 1) } as unknown as C })
          : null,
      direction,
      limit: limitOf(slice, parameters),
      offset: `${parameters.add(slice.offset)}::bigint`,
    },
    slice.path,
  );
  return rowsOf(source, common, sort, ['(SELECT n FROM span) AS total']);
}

/** Builds a slice in the order of an index, with the total from the counters. */
function countedSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, parameters } = query;
  const { alias } = source;
  const order = `ORDER BY ${sort.column} ${directionOf(sort, slice)}, id ${directionOf(sort, slice)}`;
  const range = rangeConditions(query);
  const total = [`(${countedTotal(query)}) AS total`];
  const limit = limitOf(slice, parameters);
  const offset = `${parameters.add(slice.offset)}::bigint`;
  if (isNear(slice)) {
    // The constant inner LIMIT makes the planner expect few rows at every offset.
    const pages = `${countedRows(query, `${alias}.*`, range)} ${order} LIMIT ${slice.limit * PREPARED_PAGES}`;
    const page = `(SELECT * FROM (${pages}) near ${order} LIMIT ${limit} OFFSET ${offset}) ${alias}`;
    return selected(source, [], total, page, sort);
  }
  const ids = countedRows(query, `${alias}.id`, range);
  return rowsOf(source, [`ids AS (${ids} ${order} LIMIT ${limit} OFFSET ${offset})`], sort, total);
}

/** Builds a slice of a range by reading the list from its beginning. The constant LIMIT makes the planner expect few rows at every offset. */
function walkedSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, parameters } = query;
  const { alias } = source;
  const order = `ORDER BY ${sort.column} DESC, id DESC`;
  const walk = `${countedRows(query, `${alias}.*`, [])} ${order} LIMIT ${slice.limit * PREPARED_PAGES * WALKED_ROWS}`;
  const page = `(SELECT * FROM (${walk}) ${alias} WHERE ${rangeConditions(query).join(' AND ')}
        ${order} LIMIT ${limitOf(slice, parameters)} OFFSET ${parameters.add(slice.offset)}::bigint) ${alias}`;
  return selected(source, [], [`(${countedTotal(query)}) AS total`], page, sort);
}

function keysetText<C extends CreationDays>(
  query: ListQuery<C>,
  columns: string,
  after: Keyset | null,
  limit: number,
): string {
  const { source, parameters } = query;
  const { table, alias, joins } = source;
  const position = after && `(${parameters.add(after.at)}::timestamptz, ${parameters.add(after.id)}::bigint)`;
  const keysetCondition = position ? [`(${alias}.created_at, ${alias}.id) < ${position}`] : [];
  const order = (of: string) => `ORDER BY ${of}created_at DESC, ${of}id DESC`;
  return `WITH ids AS (${matches(query, 'created_at', keysetCondition)} ${order(`${alias}.`)} LIMIT ${limit})
          SELECT ids.created_at::text AS at, ids.id, ${columns}
          FROM ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id ${joins}
          ${order('ids.')}`;
}

/** Builds a statement that selects the rows of the common table expression `ids`. */
function rowsOf<C extends CreationDays>(
  source: ListSource<C>,
  common: readonly string[],
  sort: ListSort,
  more: string[] = [],
): string {
  const { table, alias } = source;
  const page = `ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id`;
  return selected(source, common, more, page, sort);
}

/** Builds `WITH … SELECT`. @param more additional columns @param page FROM clause that defines the alias */
function selected<C extends CreationDays>(
  { alias, columns, joins, parts }: ListSource<C>,
  common: readonly string[],
  more: string[],
  page: string,
  { column, descending }: ListSort,
): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `${common.length > 0 ? `WITH ${common.join(', ')} ` : ''}SELECT ${[columns, ...more].join(', ')}
      FROM ${page} ${joins}
      ORDER BY ${alias}.${column} ${direction}, ${alias}.id ${direction}${parts ? `, ${parts}` : ''}`;
}
