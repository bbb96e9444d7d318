import { startOfDay } from '#shared/days.ts';
import type { CreationDays, ListSource } from './list-source.ts';
import type { Parameters } from './parameters.ts';

/** What is asked of a list, and the values that its statement has so far. Each condition adds its own. */
export interface ListQuery<C extends CreationDays> {
  source: ListSource<C>;
  criteria: C;
  parameters: Parameters;
}

/** The columns of the moment whose day is filtered by, and of that day. */
export const datedColumns = <C extends CreationDays>({ dated }: ListSource<C>) => dated ?? ['created_at', 'created_on'];

/** The moments that a range of days begins and ends at, the end not included; open ends are far away. */
export function momentsOf({ fromDay, toDay }: CreationDays): { from: Date; below: Date } {
  return {
    from: new Date(fromDay ? startOfDay(fromDay) : 0),
    below: new Date(toDay ? startOfDay(toDay) + 86_400_000 : startOfDay('2999-01-01')),
  };
}

/** Whether the counters know how many rows fit. */
export const isCountable = <C extends CreationDays>(source: ListSource<C>, criteria: C) =>
  Object.keys(criteria).every((name) => name === 'fromDay' || name === 'toDay' || name in source.counted);

/** Conditions of the criteria that the counters know, on columns of `of`. */
function countedConditions<C extends CreationDays>(
  { source, criteria, parameters }: ListQuery<C>,
  of: string,
): string[] {
  const counted = Object.entries(source.counted) as [keyof C, readonly [string, string]][];
  return counted.flatMap(([name, [column, type]]) =>
    criteria[name] === undefined ? [] : [`${of}${column} = ${parameters.add(criteria[name])}::${type}`],
  );
}

/** The range of days as conditions on its moment; none without days. */
export function rangeConditions<C extends CreationDays>({ source, criteria, parameters }: ListQuery<C>): string[] {
  if (!criteria.fromDay && !criteria.toDay) return [];
  const { from, below } = momentsOf(criteria);
  const moment = `${source.alias}.${datedColumns(source)[0]}`;
  return [`${moment} >= ${parameters.add(from)}`, `${moment} < ${parameters.add(below)}`];
}

/** `FROM … WHERE …` of the counters that fit; without days of those that count all days together. */
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

/** How many rows fit by the counters: a query of one row `n`. */
export const countedTotal = <C extends CreationDays>(query: ListQuery<C>) =>
  `SELECT coalesce(sum(n), 0)::bigint AS n ${counters(query)}`;

/** A query of the `id`, `updated_at` and `created_at` of all rows that fit. */
export function matches<C extends CreationDays>(query: ListQuery<C>, more: string[] = []): string {
  const { source, criteria, parameters } = query;
  const { alias } = source;
  const { from, conditions } = source.matching(criteria, parameters);
  const all = [...conditions, ...countedConditions(query, `${alias}.`), ...rangeConditions(query), ...more];
  return `SELECT ${alias}.id, ${alias}.updated_at, ${alias}.created_at FROM ${from} WHERE ${all.join(' AND ')}`;
}

/** A query of the rows that only the counted criteria and `more` narrow. */
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
