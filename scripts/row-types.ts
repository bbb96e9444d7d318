import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Declared, statements } from '#server/db/statement.ts';

const ROOT = join(import.meta.dirname, '..');

/** TypeScript types of pg's values, by the oid of the column's type. JSON may be anything but NULL: its text isn't described. */
export const TYPES: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'Json',
  700: 'number',
  701: 'number',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1114: 'Date',
  1184: 'Date',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1016: 'string[]',
  1700: 'string',
  2950: 'string',
  3220: 'string',
  3802: 'Json',
};

interface Field {
  name: string;
  dataTypeID: number;
  /** The table's oid and the column's number; 0 for a computed column. */
  tableID: number;
  columnID: number;
}

/** Asks the server to parse and describe a text, without executing it. */
class Description implements pg.Submittable {
  readonly fields: Promise<readonly Field[]>;
  readonly #text: string;
  readonly #settle = Promise.withResolvers<readonly Field[]>();
  #found: readonly Field[] = [];

  constructor(text: string) {
    this.#text = text;
    this.fields = this.#settle.promise;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#found = fields;
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#found);
  }
}

/**
 * Names of the tables whose columns may be NULL, because they follow LEFT JOIN, alone or in a subquery.
 *
 * @throws for other outer joins, whose tables aren't found
 */
function outerTables(text: string, isTable: (name: string) => boolean): Set<string> {
  if (/\b(RIGHT|FULL|OUTER)\s+(OUTER\s+)?JOIN\b/i.test(text)) throw new Error('only LEFT JOIN is understood');
  const names = new Set<string>();
  for (const { index, 0: join } of text.matchAll(/\bLEFT\s+JOIN\s+(?:LATERAL\s*)?/gi)) {
    const after = text.slice(index + join.length);
    const [, name, call] = /^(\w+)(\s*\()?/.exec(after) ?? [];
    if (!name && !/^\(\s*SELECT\b/i.test(after)) throw new Error('LEFT JOIN needs a table or a subquery');
    if (name && (call || isTable(name))) names.add(name);
    // A column of a subquery, or of a WITH query, keeps the table that it comes from.
    else for (const table of tablesOf(name ? withQuery(text, name) : parenthesised(after))) names.add(table);
  }
  return names;
}

/** Returns the names that follow FROM and JOIN. */
const tablesOf = (query: string) =>
  [...query.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table]) => table as string);

/** Returns the WITH query of a name. @throws if there is none */
function withQuery(text: string, name: string): string {
  const begin = new RegExp(`\\b${name}\\s+AS\\s+(?:MATERIALIZED\\s+)?(?=\\()`).exec(text);
  if (!begin) throw new Error(`LEFT JOIN of ${name}, which is neither a table nor a WITH query`);
  return parenthesised(text.slice(begin.index + begin[0].length));
}

/** Returns the part of a text within the parentheses with which it begins. */
function parenthesised(text: string): string {
  for (let at = 0, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(0, at);
  }
  throw new Error('a parenthesis has no end');
}

/** Tables by oid, each with its name and the numbers of its columns that are never NULL. */
async function notNullColumns(client: pg.Client): Promise<Map<number, { name: string; notNull: Set<number> }>> {
  const { rows } = await client.query<{ oid: number; name: string; columns: number[] }>(
    `SELECT c.oid::int, c.relname::text AS name, array_agg(a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnotnull AND a.attnum > 0
     WHERE c.relnamespace = 'public'::regnamespace GROUP BY c.oid`,
  );
  return new Map(rows.map(({ oid, name, columns }) => [oid, { name, notNull: new Set(columns) }]));
}

const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`);

/**
 * Returns `server/db/rows.ts`: the columns of each statement's rows, as a migrated database describes its text. A column is NULL if its
 * table allows it or if it comes from an outer join. PostgreSQL doesn't say whether a computed column may be NULL: its statement does,
 * and gateway tests fail on a NULL that it didn't name.
 */
export async function rowTypes(owner: pg.ClientConfig): Promise<string> {
  for (const file of globSync('server/**/*.ts', { cwd: ROOT }).toSorted())
    if (!file.endsWith('.test.ts') && /\bstatement\(/.test(readFileSync(join(ROOT, file), 'utf8')))
      await import(`#${file}`);
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const tables = await notNullColumns(client);
    const typeOf = (field: Field, { nullable, present }: Declared, outer: ReadonlySet<string>) => {
      const type = TYPES[field.dataTypeID];
      if (!type) throw new Error(`${field.name} has a type without a counterpart: ${field.dataTypeID}`);
      const table = tables.get(field.tableID);
      const maybe = field.tableID !== 0 && (!table?.notNull.has(field.columnID) || outer.has(table.name));
      const isNull = (maybe && !present.includes(field.name)) || nullable.includes(field.name);
      return `${key(field.name)}: ${type}${isNull ? ' | null' : ''}`;
    };
    const lines: string[] = [];
    const isTable = (name: string) => [...tables.values()].some((table) => table.name === name);
    for (const [name, declared] of [...statements].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      try {
        const fields = await client.query(new Description(declared.text)).fields;
        const outer = outerTables(declared.text, isTable);
        const columns = fields.map((field) => typeOf(field, declared, outer)).join('; ');
        lines.push(`  '${name}': ${columns ? `{ ${columns} }` : NO_COLUMNS};`);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
    return `${HEAD}${lines.join('\n')}\n}\n`;
  } finally {
    await client.end();
  }
}

/** Type of the rows of a text that selects no columns. */
export const NO_COLUMNS = 'Record<never, never>';

const HEAD = `// Generated by \`npm run docs\` from a migrated database: don't edit.
// biome-ignore-all format: one line for each statement

/** A JSON value other than NULL. A statement's declaration says more. */
type Json = NonNullable<unknown>;

/** Columns of the rows of each statement. */
export interface Rows {
`;
