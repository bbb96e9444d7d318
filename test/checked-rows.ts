import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll } from 'vitest';
import { NO_COLUMNS, TYPES } from '#scripts/row-types.ts';

/**
 * Fails a query whose answer isn't as `server/db/rows.ts` says: with other columns or types, which a variant of a statement may have, or
 * with NULL in a column that is never NULL, which the database doesn't say of computed columns. Its file fails as well, because the
 * product may catch the error.
 */
const ROWS = readFileSync(new URL('../server/db/rows.ts', import.meta.url), 'utf8');

/** By statement: the type of each column. */
const declared = new Map(
  [...ROWS.matchAll(/^ {2}'([^']+)': (?:\{ (.*) \}|(.*));$/gm)].flatMap(([, name, row, other]) =>
    row !== undefined || other === NO_COLUMNS
      ? [
          [
            name as string,
            new Map(
              (row?.split('; ') ?? [])
                .map((column) => column.split(': ') as [string, string])
                .map(([column, type]) => [column.replaceAll("'", ''), type] as const),
            ),
          ] as const,
        ]
      : [],
  ),
);

/** Returns what is wrong with an answer; null if nothing is. */
function problemOf(statement: string, { fields, rows }: pg.QueryResult): string | null {
  const columns = declared.get(statement);
  if (!columns) return `${statement} isn't in server/db/rows.ts: run npm run docs`;
  const names = fields.map(({ name }) => name);
  if (names.length !== columns.size || names.some((name) => !columns.has(name)))
    return `${statement} answered the columns ${names}, not ${[...columns.keys()]}`;
  for (const { name, dataTypeID } of fields) {
    const [type, isNull] = columns.get(name)?.split(' | ') ?? [];
    if (TYPES[dataTypeID] !== type) return `${statement} answered ${name} as ${TYPES[dataTypeID]}, not ${type}`;
    if (!isNull && rows.some((row: Record<string, unknown>) => row[name] === null))
      return `${statement} answered NULL in ${name}: declare the column as nullable`;
  }
  return null;
}

// Several test files share a process, and this file is loaded for each of them.
const shared = globalThis as { rowProblems?: string[] };
shared.rowProblems ??= [];

/** Returns the problems that were found, and forgets them. */
export const takeRowProblems = (): string[] => shared.rowProblems?.splice(0) ?? [];

afterAll(() => {
  const problems = takeRowProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };

if (query.name !== 'checked') {
  Object.assign(pg.Client.prototype, {
    query: function checked(this: pg.Client, ...args: unknown[]) {
      const { statement } = (args[0] ?? {}) as { statement?: string };
      const answer = query.apply(this, args);
      if (statement === undefined || !(answer instanceof Promise)) return answer;
      return answer.then((result: pg.QueryResult) => {
        const problem = problemOf(statement, result);
        if (problem === null) return result;
        shared.rowProblems?.push(problem);
        throw new Error(problem);
      });
    },
  });
}
