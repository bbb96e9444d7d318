import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/config/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { parseLocalities } from '#server/features/zip-code/locality-import.ts';
import { importLocalities } from '#server/features/zip-code/zip-code.store.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import { createLog } from '#server/platform/log.ts';

/** Imports postal codes into the installation, also a running one: `npm run places:import lista.csv`. */
async function main(path: string | undefined): Promise<number> {
  if (!path) {
    console.error('Uso: npm run places:import ARCHIVO.csv');
    return 2;
  }
  const { rows, problems } = parseLocalities(await readFile(resolve(process.env.INIT_CWD ?? '.', path)));
  for (const { line, message } of problems) console.error(`Línea ${line}: ${message}`);
  const config = readConfig({ ...process.env, SMTP_URL: process.env.SMTP_URL || 'smtp://localhost' });
  const log = createLog('warn');
  const database = await connectDatabase(config, log);
  try {
    await migrate(database.owner, log);
    const client = new pg.Client(database.owner);
    await client.connect();
    const added = await importLocalities(client, rows).finally(() => client.end());
    console.log(`${rows.length} localidades leídas, ${added} nuevas, ${problems.length} líneas con problemas`);
  } finally {
    await database.stop();
  }
  return problems.length > 0 ? 1 : 0;
}

main(process.argv[2]).then(
  (code) => {
    process.exitCode = code;
  },
  (error: NodeJS.ErrnoException) => {
    console.error(errorMessage(error));
    process.exitCode = 2;
  },
);

function errorMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `No existe el archivo ${error.path}`;
  return (error instanceof ConfigurationError ? error.message : error.stack) ?? String(error);
}
