import { resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore-backup.ts';
import { backupSettings, print, runCli } from './backup/cli.ts';

const REPLACE = '--reemplazar';

const USAGE = `Uso: npm run restore -- RESPALDO [${REPLACE}]

Deja DATA_DIR como estaba cuando se tomó el respaldo, con el producto detenido. La copia se compara con la lista del
respaldo, se arranca y se revisa entera antes de tocar nada. Si DATA_DIR tiene algo hace falta ${REPLACE}: lo que
tiene se aparta en DATA_DIR/reemplazado.FECHA, sin borrarse.`;

await runCli(USAGE, async (words) => {
  const [backup, ...more] = words.filter((word) => word !== REPLACE);
  if (!backup || backup.startsWith('-') || more.length > 0) return false;
  const { dataDir, folder, log } = backupSettings(process.env);
  const { manifest, summary, aside } = await restoreBackup({
    backup: resolve(folder, backup),
    dataDir,
    replace: words.includes(REPLACE),
    log,
  });
  const { clients, orders, lastOrderAt, migration, counterDrift } = summary;
  print(`Restaurado en ${dataDir} lo que había el ${manifest.takenAt}
  ${clients} clientes, ${orders} órdenes, la última del ${lastOrderAt?.toISOString() ?? '-'}; esquema ${migration}
  Archivos, páginas e índices revisados; ${counterDrift === 0 ? 'los totales coinciden con lo que cuentan' : `${counterDrift} totales no coinciden: la tarea nocturna los corrige`}

Ahora:
  1. Arrancá el producto con este DATA_DIR y mirá que /readyz conteste 200.
  2. Cambiá JWT_SECRET, o borrá DATA_DIR/secrets/jwt antes de arrancar, si después del respaldo se cerraron sesiones.
  3. Lo que pasó desde entonces no está: pedí a los sistemas del proveedor que manden de nuevo los eventos.
     Los mails que estaban en cola pueden salir otra vez; los pagos se vuelven a leer solos.${
       aside ? `\n  4. Lo de antes quedó en ${aside}: borralo cuando no lo necesites.` : ''
     }`);
  return true;
});
