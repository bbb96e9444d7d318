import { startOfDay } from '#shared/kit/days.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import type { CreationDays, ListSort, ListSource } from './list-source.ts';
import type { Parameters } from './parameters.ts';

/** A query of a list, and the parameters of its statement. Each condition adds its values to the parameters. */
export interface ListQuery<C extends CreationDays> {
  source: ListSource<C>;
  criteria: C;
  parameters: Parameters;
}

/** Returns the columns of the time and of the day that ranges of days filter by. */
export const datedColumns = <C extends CreationDays>({ dated }: ListSource<C>) => dated ?? ['created_at', 'created_on'];

/** Returns the start (inclusive) and end (exclusive) of a range of days. Open ends become distant dates. */
export function momentsOf({ fromDay, toDay }: CreationDays): { from: Date; below: Date } {
  return {
    from: new Date(fromDay ? startOfDay(fromDay) : 0),
    below: new Date(toDay ? startOfDay(toDay) + DAY_MS : startOfDay('2999-01-01')),
  };
}

/** Whether the counters can count the matching rows, without scanning them. */
export const isCountable = <C extends CreationDays>(source: ListSource<C>, criteria: C) =>
  Object.keys(criteria).every((name) => name === 'fromDay' || name === 'toDay' || name in source.counted);

/** Returns the conditions of the counted criteria. @param of prefix of the columns, e.g. `o.` */
function countedConditions<C extends CreationDays>(
  { source, criteria, parameters }: ListQuery<C>,
  of: string,
): string[] {
  const counted = Object.entries(source.counted) as [keyof C, readonly [string, string]][];
  return counted.flatMap(([name, [column, type]]) =>
    criteria[name] === undefined ? [] : [`${of}${column} = ${parameters.add(criteria[name])}::${type}`],
  );
}

/** Returns the range of days as conditions on the time column; none without days. */
export function rangeConditions<C extends CreationDays>({ source, criteria, parameters }: ListQuery<C>): string[] {
  if (!criteria.fromDay && !criteria.toDay) return [];
  const { from, below } = momentsOf(criteria);
  const moment = `${source.alias}.${datedColumns(source)[0]}`;
  return [`${moment} >= ${parameters.add(from)}`, `${moment} < ${parameters.add(below)}`];
}

/** Returns `FROM … WHERE …` of the matching counters. Without days, selects the counters of all days. */
export function counters<C extends CreationDays>(query: ListQuery<C>): string {
  const { source, criteria, parameters } = query;
  const days = [
    ...(criteria.fromDay ? [`day >= ${parameters.add(criteria.fromDay)}::date`] : []),
    ...(criteria.toDay ? [`day <= ${parameters.add(criteria.toDay)}::date`] : []),
  ];
  const conditions = [
    'client_id = $1',
    ...(days.length > 0 ? [`day > '-infinity'`, ...days] : [`day = '-infinity'`]),
    ...countedConditions(query, ''),
  ];
  return `FROM ${source.counts} WHERE ${conditions.join(' AND ')}`;
}

/** Returns a query of the number of matching rows, from the counters: one row `n`. */
export const countedTotal = <C extends CreationDays>(query: ListQuery<C>) =>
  `SELECT coalesce(sum(n), 0)::bigint AS n ${counters(query)}`;

/** Returns `FROM … WHERE …` of all matching rows. */
export function matchingRows<C extends CreationDays>(query: ListQuery<C>, more: string[] = []): string {
  const { source, criteria, parameters } = query;
  const { from, conditions } = source.matching(criteria, parameters);
  const all = [...conditions, ...countedConditions(query, `${source.alias}.`), ...rangeConditions(query), ...more];
  return `FROM ${from} WHERE ${all.join(' AND ')}`;
}

/** Returns a query of `id`, `created_at` and the sorted column of all matching rows. */
export function matches<C extends CreationDays>(
  query: ListQuery<C>,
  sorted: ListSort['column'],
  more: string[] = [],
): string {
  const { alias } = query.source;
  const columns = [...new Set(['id', 'created_at', sorted])].map((column) => `${alias}.${column}`);
  return `SELECT ${columns.join(', ')} ${matchingRows(query, more)}`;
}

/** Returns a query of the rows that match the counted criteria and the conditions `more`. */
export function countedRows<C extends CreationDays>(
  query: ListQuery<C>,
  columns: string,
  more: readonly string[],
): string {
  const { table, alias } = query.source;
  const conditions = [`${alias}.client_id = $1`, ...countedConditions(query, `${alias}.`), ...more];
  return `SELECT ${columns} FROM ${table} ${alias}
     WHERE ${conditions.join(' AND ')}`;
}
