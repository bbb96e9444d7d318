import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Fails a query whose answer isn't as `server/db/rows.ts` says: with other columns, which a variant of a statement may have, or with
 * NULL in a column that is never NULL, which the database doesn't say of computed columns.
 */
const ROWS = readFileSync(new URL('../server/db/rows.ts', import.meta.url), 'utf8');

/** By statement: whether each column may be NULL. */
const columns = new Map(
  [...ROWS.matchAll(/^ {2}'([^']+)': \{ (.*) \};$/gm)].map(([, name, row]) => [
    name as string,
    new Map(
      (row as string)
        .split('; ')
        .map((column) => column.split(': ') as [string, string])
        .map(([column, type]) => [column.replaceAll("'", ''), type.endsWith(' | null')]),
    ),
  ]),
);

function check(statement: string, { fields, rows }: pg.QueryResult): void {
  const declared = columns.get(statement);
  if (!declared) throw new Error(`${statement} isn't in server/db/rows.ts: run npm run docs`);
  const names = fields.map(({ name }) => name);
  if (names.length !== declared.size || names.some((name) => !declared.has(name)))
    throw new Error(`${statement} answered the columns ${names}, not ${[...declared.keys()]}`);
  for (const name of names)
    if (!declared.get(name) && rows.some((row: Record<string, unknown>) => row[name] === null))
      throw new Error(`${statement} answered NULL in ${name}: declare the column as nullable`);
}

const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };

// Several test files share a process.
if (query.name !== 'checked') {
  Object.assign(pg.Client.prototype, {
    query: function checked(this: pg.Client, ...args: unknown[]) {
      const { statement } = (args[0] ?? {}) as { statement?: string };
      const answer = query.apply(this, args);
      if (statement === undefined || !(answer instanceof Promise)) return answer;
      return answer.then((result: pg.QueryResult) => {
        check(statement, result);
        return result;
      });
    },
  });
}
