import type { Parameters } from './parameters.ts';
import type { RangePath } from './range-ids.ts';

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
