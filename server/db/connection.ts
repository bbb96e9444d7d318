import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** Typed queries within one transaction. */
export type Trx = Kysely<Tables>;

const names = new Map<string, string>();

/** Gives a statement a name, so that a connection parses and plans it once. For hot statements of constant text. */
export function prepared(name: string, text: string): string {
  names.set(text, name);
  return text;
}

/**
 * Binds Kysely to one connection that somebody else has opened and will close: transactions are begun and ended by
 * `database.ts` alone. `prepare` is false where names are unknown.
 */
export function kyselyOn(client: pg.ClientBase, prepare: boolean): Trx {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const name = prepare ? names.get(query.sql) : undefined;
      const result = await client.query({ text: query.sql, values: [...query.parameters], ...(name && { name }) });
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('cursors are not used: exports read keyset pages');
    },
  };
  const ends = () => Promise.reject(new Error('a transaction is begun by withClient alone'));
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: ends,
      commitTransaction: ends,
      rollbackTransaction: ends,
      destroy: async () => {},
    }),
  };
  return new Kysely<Tables>({ dialect });
}

/** Runs SQL text with `$1` parameters in a transaction; for statements that Kysely's builder would only obscure. */
export async function run<R extends object>(trx: Trx, text: string, values: readonly unknown[] = []): Promise<R[]> {
  const { rows } = await trx.executeQuery<R>(CompiledQuery.raw(text, [...values]));
  return rows;
}
