import { resolve } from 'node:path';
import { makeBackup } from '#server/db/backup/make-backup.ts';
import { backupSettings, print, runCli } from './backup/cli.ts';

const USAGE = `Uso: npm run backup -- CARPETA

Copia la base de datos embebida de DATA_DIR, sus contraseñas y los secretos generados a una carpeta nueva. El producto
puede estar en marcha: la copia contiene todo lo confirmado hasta que termina. El nombre de la carpeta termina en
.incompleto hasta que la copia está completa. La copia no incluye lo que se configura por variables de entorno
(OPS_API_KEY, JWT_SECRET, SECRETS_KEY, Mercado Pago…).`;

await runCli(USAGE, async ([target, ...more]) => {
  if (!target || more.length > 0) return false;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('interrumpido')));
  const { dataDir, folder, log } = backupSettings(process.env);
  const path = resolve(folder, target);
  const startedAt = performance.now();
  const { files, takenAt, stopLsn } = await makeBackup({
    dataDir,
    target: path,
    log,
    signal: stop.signal,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = Math.ceil((performance.now() - startedAt) / 1000);
  print(`Respaldo completo en ${path}
  ${files.length} archivos, ${Math.ceil(bytes / 1e6)} MB, ${seconds} s, con todo lo confirmado hasta ${takenAt} (${stopLsn})
  Incluye las contraseñas de la base de datos y los secretos generados: guardalo en un lugar privado.
  No incluye los secretos configurados por variables de entorno: guardalos aparte.
  Para probarlo: DATA_DIR=/otra/carpeta npm run restore -- ${path}`);
  return true;
});
