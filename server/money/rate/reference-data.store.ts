import { runOne, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

const VERSION = statement('reference-data.version', 'SELECT version FROM reference_version', { prepared: true });

/** Returns the version of the provider's tariffs, calendar and postal codes, which each change of them replaces. */
export async function readReferenceVersion(trx: Trx): Promise<string> {
  const { version } = await runOne(trx, VERSION);
  return version;
}
