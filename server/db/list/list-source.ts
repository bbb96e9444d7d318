import type { Parameters } from './parameters.ts';
import type { RangePath } from './range-ids.ts';

/** Range of creation days, both inclusive: YYYY-MM-DD, time zone of Buenos Aires. */
export interface CreationDays {
  fromDay?: string;
  toDay?: string;
}

export interface ListSort {
  /** `due_on` needs criteria that leave out rows without a promised day, because its index does. */
  column: 'updated_at' | 'created_at' | 'due_on';
  descending: boolean;
}

/** A part of a list, counted from its beginning or, if `reversed`, from its end. */
export interface Slice {
  limit: number;
  offset: number;
  reversed: boolean;
  /** Forces a path for a range of days. Default: the cheapest according to the counters. */
  path?: RangePath;
}

/** Position of the last row of a page in creation order, newest first. `at` is the timestamp as PostgreSQL's text. */
export interface Keyset {
  at: string;
  id: number;
}

/** A paged list over one table of a client. `C` are its criteria; missing criteria don't filter. `$1` is the client. */
export interface ListSource<C extends CreationDays> {
  table: string;
  /** Prefix of its prepared statements' names. Default: the table. Needed if a table has several lists. */
  called?: string;
  /** Alias of the table in `matching`, `columns` and `joins`. */
  alias: string;
  /** Table of counters by creation day ('-infinity' for the total of all days) and by the columns of `counted`. */
  counts: string;
  /** Columns of the time and day that ranges filter by. Never later than `updated_at`. Default: time and day of creation. */
  dated?: readonly [moment: string, day: string];
  /** Criteria that the counters have: name and type of the column, which is the same in both tables. */
  counted: { readonly [K in keyof C]?: readonly [column: string, type: string] };
  /** Criteria that get a prepared statement if they are the only one. */
  common: readonly (keyof C)[];
  /** Returns the FROM clause and the conditions of criteria that are neither counted nor days. */
  matching: (criteria: C, parameters: Parameters) => { from: string; conditions: string[] };
  /** Selected columns. */
  columns: string;
  /** Joins for the columns. They may return several rows per row of the table, ordered by `parts`. */
  joins: string;
  parts?: string;
}
