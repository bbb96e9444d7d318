import type { Rows } from './rows.ts';

declare const ROWS: unique symbol;
declare const ROW: unique symbol;

type Nulls<R> = { [K in keyof R]: Extract<R[K], null> };

/**
 * A constant SQL text with `$n` parameters that returns rows `R`. The compiler compares `R` with what the database says about the text
 * (`rows.ts`): `R` has the same columns, the same or narrower types, and NULL wherever the database may return it.
 */
export interface Statement<R> {
  readonly name: keyof Rows;
  readonly text: string;
  /** Exists only for the compiler, which compares the functions' parameters the other way round. */
  readonly [ROWS]: {
    nulls: (row: Nulls<R>) => Nulls<R>;
    values: (row: { [K in keyof R]: NonNullable<R[K]> }) => void;
    columns: (name: keyof R) => keyof R;
  };
}

interface Options<R> {
  /** Computed columns that may be NULL. */
  nullable?: readonly (keyof R)[];
  /** Columns of a nullable column, or of an outer join, that this text never returns as NULL. */
  present?: readonly (keyof R)[];
  /** Whether each connection parses and plans the text once. For frequent statements. */
  prepared?: boolean;
}

/** A statement with what the description of its row types needs. */
export interface Declared {
  text: string;
  nullable: readonly string[];
  present: readonly string[];
}

/** All statements of the loaded modules, by name. */
export const statements = new Map<string, Declared>();

/**
 * Declares a statement, once for each name. `npm run docs` describes its text to a migrated database and writes its columns to
 * `rows.ts`.
 *
 * @param name `store.constant`
 */
export function statement<N extends keyof Rows>(
  name: N,
  text: string,
  { nullable = [], present = [], ...options }: Options<Rows[N]> = {},
): Statement<Rows[N]> {
  if ((statements.get(name)?.text ?? text) !== text) throw new Error(`two statements are called ${name}`);
  statements.set(name, { text, nullable: nullable.map(String), present: present.map(String) });
  return { name, text: options.prepared ? prepared(name, text) : text } as Statement<Rows[N]>;
}

const preparedNames = new Map<string, string>();

/** Names a constant text, so that each connection parses and plans it once. For frequent texts. */
export function prepared(name: string, text: string): string {
  preparedNames.set(text, name);
  return text;
}

/** Returns the name of a prepared text. */
export const preparedName = (text: string): string | undefined => preparedNames.get(text);

/** A text with the values of its `$n` parameters. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement with the values of its parameters, for `db.read`. Only `bind` makes one. */
export interface Read<R> extends Query {
  readonly name: keyof Rows;
  /** Name of the prepared statement, planned once for all values; undefined for a text that each call plans for its values. */
  readonly preparedAs: string | undefined;
  /** Exists only for the compiler. */
  readonly [ROW]: R;
}

/**
 * Binds values to a statement.
 *
 * @param preparedAs name of a variant that each connection parses and plans once; one name for each text
 */
export function bind<R>(
  { name, text }: Statement<R>,
  values: readonly unknown[] = [],
  preparedAs = preparedName(text),
): Read<R> {
  return { name, text, values, preparedAs } as Read<R>;
}

/** Another text of a statement, with the same columns: other conditions, another order. Tests compare its columns. */
export function variant<R>(of: Statement<R>, text: string): Statement<R> {
  return { ...of, text };
}
