/**
 * A position in rows sorted by a time and their id: after a row, or after a time alone (`id` 0). `at_us` is in microseconds since 1970,
 * because a Date would round the time to milliseconds.
 */
export interface RowPosition {
  at_us: number;
  id: number;
}

/** Where reading from the oldest row begins. */
export const OLDEST: RowPosition = { at_us: 0, id: 0 };

/** SQL of a time as `at_us`. */
export const microsecondsSql = (time: string): string => `(extract(epoch FROM ${time}) * 1000000)::bigint`;

/** SQL of the time of a position. @param at SQL of its `at_us`, e.g. `$2` */
export const timeSql = (at: string): string => `(timestamptz 'epoch' + ${at}::float8 * interval '1 microsecond')`;
