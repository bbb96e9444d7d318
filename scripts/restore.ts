import { resolve } from 'node:path';
import { restoreBackup } from '#server/db/backup/restore-backup.ts';
import { backupSettings, print, runCli } from './backup/cli.ts';

const REPLACE = '--reemplazar';

const USAGE = `Uso: npm run restore -- RESPALDO [${REPLACE}]

Restaura DATA_DIR como estaba en el momento del respaldo. El producto tiene que estar detenido. La copia se verifica
entera antes de cambiar nada: sumas de verificación, arranque de la base de datos, filas e índices. Si DATA_DIR no está
vacía hace falta ${REPLACE}: su contenido se mueve a DATA_DIR/reemplazado.FECHA, sin borrarse.`;

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
  Archivos, páginas e índices verificados; ${counterDrift === 0 ? 'los contadores coinciden con un recuento' : `${counterDrift} contadores no coinciden: la tarea nocturna los corrige`}

Ahora:
  1. Si después del respaldo se cerraron sesiones, cambiá JWT_SECRET o borrá DATA_DIR/secrets/jwt antes de arrancar.
  2. Arrancá el producto con este DATA_DIR y verificá que /readyz responda 200.
  3. Lo que pasó después del respaldo no está: pedí que los sistemas del operador envíen de nuevo los eventos.
     Los mails que estaban en cola pueden enviarse otra vez; los pagos se vuelven a leer automáticamente.${
       aside ? `\n  4. El contenido anterior quedó en ${aside}: borralo cuando no lo necesites.` : ''
     }`);
  return true;
});
