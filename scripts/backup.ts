import { resolve } from 'node:path';
import { makeBackup } from '#server/db/backup/make-backup.ts';
import { backupSettings, print, runCli } from './backup/cli.ts';

const USAGE = `Uso: npm run backup -- CARPETA

Copia la base incluida de DATA_DIR, con sus contraseñas y los secretos generados, en una carpeta nueva. El producto puede
estar en marcha: todo lo que confirmó hasta el final está en la copia. Mientras no está completa su nombre termina en
.incompleto. Lo que se fija por variables de entorno (OPS_API_KEY, JWT_SECRET, Mercado Pago…) no está en la copia.`;

await runCli(USAGE, async ([target, ...more]) => {
  if (!target || more.length > 0) return false;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('interrumpido')));
  const { dataDir, folder, log } = backupSettings(process.env);
  const path = resolve(folder, target);
  const begun = performance.now();
  const { files, takenAt, stopLsn } = await makeBackup({
    dataDir,
    target: path,
    log,
    signal: stop.signal,
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  print(`Respaldo completo en ${path}
  ${files.length} archivos, ${Math.ceil(bytes / 1e6)} MB, ${seconds} s, con todo lo confirmado hasta ${takenAt} (${stopLsn})
  Incluye las contraseñas de la base y los secretos generados: guardalo donde nadie más lo lea.
  Los secretos que se fijan por variables de entorno no están: guardalos aparte.
  Para probarlo: DATA_DIR=/otra/carpeta npm run restore -- ${path}`);
  return true;
});
