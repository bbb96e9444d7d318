import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EmbeddedLog, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { takeBaseBackup } from './base-backup.ts';
import { copyFiles, listTree, makeFolders, writeFiles } from './file-copy.ts';
import { BASE, BackupError, MANIFEST, type Manifest, UNFINISHED } from './manifest.ts';

/** The database's passwords. A copy of the database is useless without them. */
const PASSWORDS = 'postgres.json';

/** Folder of the generated secrets: JWT secret, first provider key, simulator's key. */
const SECRETS = 'secrets';

export interface BackupOptions {
  dataDir: string;
  /** Folder of the backup. It must not exist yet. */
  target: string;
  log: EmbeddedLog;
  signal?: AbortSignal;
}

/**
 * Copies DATA_DIR's database with its passwords and the generated secrets into a folder, even while the product is running.
 * The backup contains every transaction that was committed before its end. The folder's name ends in `.incompleto` until the
 * backup is complete.
 *
 * @throws BackupError when there is no database, or the target exists
 */
export async function makeBackup({ dataDir, target, log, signal }: BackupOptions): Promise<Manifest> {
  if (!existsSync(join(dataDir, PASSWORDS)))
    throw new BackupError(`En ${dataDir} no hay una base de datos: revisá DATA_DIR`);
  if (existsSync(target)) throw new BackupError(`${target} ya existe: elegí otra carpeta`);
  const draft = `${target}${UNFINISHED}`;
  if (existsSync(draft))
    throw new BackupError(
      `${draft} es de un respaldo interrumpido o en curso: si no hay otro en curso, borrá la carpeta`,
    );
  // Joins the product's running server, or starts one for the duration of the copy.
  const database = await startEmbeddedPostgres({ dataDir, log });
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    const base = await takeBaseBackup(database, join(draft, BASE), undefined, signal);
    const secrets = await listSecretFiles(dataDir);
    await makeFolders(draft, secrets.folders);
    const files = [
      ...base.files.map((file) => ({ ...file, path: `${BASE}/${file.path}` })),
      ...(await copyFiles(dataDir, draft, secrets.files, { signal })),
    ];
    const manifest: Manifest = { format: 1, ...base, files };
    await writeFiles(draft, { [MANIFEST]: JSON.stringify(manifest) });
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await database.stop();
  }
}

async function listSecretFiles(dataDir: string): Promise<{ folders: string[]; files: string[] }> {
  const names = await readdir(dataDir);
  if (!names.includes(SECRETS)) return { folders: [], files: [PASSWORDS] };
  const { folders, files } = await listTree(join(dataDir, SECRETS));
  const within = (path: string) => `${SECRETS}/${path}`;
  return { folders: [SECRETS, ...folders.map(within)], files: [PASSWORDS, ...files.map(within)] };
}
