import type { Read } from '#server/db/statement.ts';

/** Returns a read of a text that no statement declares, for `db.read`: nothing compares its rows with `R`. */
export const readText = <R = Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
  preparedAs?: string,
): Read<R> => ({ text, values, preparedAs }) as Read<R>;
