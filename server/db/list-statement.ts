import { addDays } from '#shared/days.ts';
import type { Read } from './database.ts';
import {
  countedRows,
  countedTotal,
  counters,
  datedColumns,
  isCountable,
  type ListQuery,
  matches,
  momentsOf,
  rangeConditions,
} from './list-conditions.ts';
import type { CreationDays, Keyset, ListSort, ListSource, Slice } from './list-source.ts';
import { Parameters } from './parameters.ts';
import { rangeIds } from './range-ids.ts';

/** Limits that are worth a prepared statement: as constants they let the planner see how little is asked for. */
const COMMON_LIMITS = new Set([10, 20, 30, 40, 50]);

/** Pages that one statement serves: behind them, rows are found as ids before they are read. */
const PREPARED_PAGES = 5;

/** The statements of a list: every one names its client, and its rows are found as ids before they are joined. */
export function listStatements<C extends CreationDays>(source: ListSource<C>) {
  const queryOf = (clientId: number, criteria: C) => ({ source, criteria, parameters: new Parameters(clientId) });
  return {
    /** The rows whose ids the common table `ids` holds. */
    rowsOf: (common: readonly string[], sort: ListSort) => rowsOf(source, common, sort),

    /** How many rows fit: a sum of counters where they know it, else a count within the client. One row `n`. */
    total(clientId: number, criteria: C): Read {
      const query = queryOf(clientId, criteria);
      const text = isCountable(source, criteria)
        ? countedTotal(query)
        : `SELECT count(*) AS n FROM (${matches(query)}) m`;
      return { text, values: query.parameters.values };
    },

    /** A slice of the list, in one statement: its `columns`, each row with the `total`. An empty slice carries no total. */
    slice(clientId: number, criteria: C, sort: ListSort, slice: Slice): Read {
      const query = queryOf(clientId, criteria);
      const name = nameOf(source, criteria, sort, slice);
      return { ...(name && { name }), text: sliceText(query, sort, slice), values: query.parameters.values };
    },

    /**
     * The next rows after `after` in the order of creation, newest first, which no update moves: whoever reads page by
     * page finds each row once, whatever is written meanwhile. Rows `at`, `id` (the next keyset) and `columns`.
     *
     * @param limit a constant of the code: it stands in the text, so that the planner sees how little is asked for
     */
    keysetPage(clientId: number, criteria: C, columns: string, after: Keyset | null, limit: number): Read {
      const query = queryOf(clientId, criteria);
      return { text: keysetText(query, columns, after, limit), values: query.parameters.values };
    },
  };
}

/** Whether a slice lies among the pages that one statement serves. */
const isNear = ({ limit, offset, reversed }: Slice) =>
  COMMON_LIMITS.has(limit) && !reversed && offset + limit <= limit * PREPARED_PAGES;

/**
 * Name of a statement that is worth preparing: the first pages in the default order, by what the counters know, or by a
 * common criterion alone. There are few of those; every name costs memory on every connection, so that other shapes have
 * none.
 */
function nameOf<C extends CreationDays>(source: ListSource<C>, criteria: C, sort: ListSort, slice: Slice) {
  const filters = Object.keys(criteria);
  const isCommon = filters.length === 1 && source.common.includes(filters[0] as keyof C);
  if (!isCommon && !isCountable(source, criteria)) return undefined;
  if (!isNear(slice) || slice.path || sort.column !== 'updated_at' || !sort.descending) return undefined;
  // PostgreSQL keeps 63 characters of a name.
  const { called = source.table } = source;
  return [called, slice.limit, ...filters.map((filter) => filter.slice(0, 3)).sort()].join(' ');
}

/** How many rows of a slice: a constant where that is worth a statement of its own. */
const limitOf = ({ limit }: Slice, parameters: Parameters) =>
  COMMON_LIMITS.has(limit) ? String(limit) : `${parameters.add(limit)}::bigint`;

/** Where a slice is read from: the order that its ids are found in. */
const directionOf = (sort: ListSort, slice: Slice) => (sort.descending === slice.reversed ? 'ASC' : 'DESC');

function sliceText<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, criteria } = query;
  if (!isCountable(source, criteria)) return matchedSlice(query, sort, slice);
  const hasDays = criteria.fromDay || criteria.toDay;
  if (hasDays && sort.column !== datedColumns(source)[0]) return rangeSlice(query, sort, slice);
  return countedSlice(query, sort, slice);
}

/** A slice of rows that no counter knows: all that fit are found, which counts them as well. */
function matchedSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, parameters } = query;
  const order = `ORDER BY ${sort.column} ${directionOf(sort, slice)}, id ${directionOf(sort, slice)}`;
  const common = [
    `matches AS MATERIALIZED (${matches(query)})`,
    `ids AS (SELECT id FROM matches ${order}
           LIMIT ${limitOf(slice, parameters)} OFFSET ${parameters.add(slice.offset)}::bigint)`,
  ];
  return rowsOf(source, common, sort, ['(SELECT count(*) FROM matches) AS total']);
}

/** A slice of a range of days in the order of the last change, which no index serves. */
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

/** A slice in an order that an index serves, its total from the counters. */
function countedSlice<C extends CreationDays>(query: ListQuery<C>, sort: ListSort, slice: Slice): string {
  const { source, parameters } = query;
  const { alias } = source;
  const order = `ORDER BY ${sort.column} ${directionOf(sort, slice)}, id ${directionOf(sort, slice)}`;
  const range = rangeConditions(query);
  const total = [`(${countedTotal(query)}) AS total`];
  const limit = limitOf(slice, parameters);
  const offset = `${parameters.add(slice.offset)}::bigint`;
  if (isNear(slice)) {
    // The inner LIMIT is a constant, so that the planner expects few rows at every offset.
    const pages = `${countedRows(query, `${alias}.*`, range)} ${order} LIMIT ${slice.limit * PREPARED_PAGES}`;
    const page = `(SELECT * FROM (${pages}) near ${order} LIMIT ${limit} OFFSET ${offset}) ${alias}`;
    return selected(source, [], total, page, sort);
  }
  const ids = countedRows(query, `${alias}.id`, range);
  return rowsOf(source, [`ids AS (${ids} ${order} LIMIT ${limit} OFFSET ${offset})`], sort, total);
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
  const behind = position ? [`(${alias}.created_at, ${alias}.id) < ${position}`] : [];
  const order = (of: string) => `ORDER BY ${of}created_at DESC, ${of}id DESC`;
  return `WITH ids AS (${matches(query, behind)} ${order(`${alias}.`)} LIMIT ${limit})
          SELECT ids.created_at::text AS at, ids.id, ${columns}
          FROM ids JOIN ${table} ${alias} ON ${alias}.client_id = $1 AND ${alias}.id = ids.id ${joins}
          ${order('ids.')}`;
}

/** The rows whose ids the common table `ids` holds. */
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

/** `WITH … SELECT` of the columns and more of them, of the rows that `page` names by the alias. */
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
