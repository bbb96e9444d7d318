// Writes the documents that are generated from code: the OpenAPI documents, the table of settings, the data model, and the types of rows.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { generatedDocs } from '#server/generated-docs.ts';
import { createLog } from '#server/platform/log.ts';
import { schemaDocuments } from '#server/schema-document.ts';
import { rowTypes } from './row-types.ts';

const root = join(import.meta.dirname, '..');

for (const [name, text] of Object.entries({ ...(await generatedDocs()), ...(await migratedSchema()) })) {
  const file = join(root, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  process.stdout.write(`${name}\n`);
}

/** Returns the documents of the schema and the types of rows, from a temporary migrated database. */
async function migratedSchema(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'remito-schema-'));
  const log = createLog('warn');
  const database = await startEmbeddedPostgres({ dataDir, log, unsafeFast: true });
  try {
    await migrate(database.owner, log);
    return { ...(await schemaDocuments(database.owner)), 'server/db/rows.ts': await rowTypes(database.owner) };
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
