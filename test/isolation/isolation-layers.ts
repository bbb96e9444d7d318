import type { TestApp } from '#test/app/test-app.ts';
import { scaled } from '#test/test-scale.ts';
import { replaceClientFilters } from './disable-client-filter.ts';

/** Returns the tables with forced row-level security, which are those of clients. */
export async function isolatedTables(app: TestApp): Promise<string[]> {
  const tables = await app.owner<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity
     AND NOT relispartition ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

async function rowSecurity(app: TestApp, change: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const name of await isolatedTables(app)) await app.owner(`ALTER TABLE ${name} ${change} ROW LEVEL SECURITY`);
}

/** Disables row-level security. @returns the function that enables it again */
export async function disableRowLevelSecurity(app: TestApp): Promise<() => Promise<void>> {
  await rowSecurity(app, 'DISABLE');
  return () => rowSecurity(app, 'ENABLE');
}

/** Disables the explicit client filter of the stores. @returns the function that restores it */
export async function disableClientFilter(app: TestApp): Promise<() => Promise<void>> {
  const restore = replaceClientFilters(app.database.login.user);
  return async () => restore();
}

/** One of the states of the two isolation layers. */
export interface LayerState {
  layers: string;
  /** Disables a layer. @returns the function that enables it again */
  disable: (app: TestApp) => Promise<() => Promise<void>>;
  /** Number of pairs of clients, of which one requests the other's rows. */
  pairs: number;
}

/** Both isolation layers, and each alone: row-level security, and the explicit client filter of the stores. */
export const ISOLATION_LAYERS: readonly LayerState[] = [
  { layers: 'both layers', disable: async () => async () => {}, pairs: scaled(1, 56) },
  { layers: 'row-level security disabled', disable: disableRowLevelSecurity, pairs: scaled(1, 56) },
  { layers: 'the client filter of the stores disabled', disable: disableClientFilter, pairs: scaled(1, 56) },
];
