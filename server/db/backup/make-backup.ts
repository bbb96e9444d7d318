import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeBaseBackup } from '#server/db/base-backup.ts';
import { type EmbeddedLog, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { copyFiles, listTree, makeFolders, writeFiles } from '#server/db/file-copy.ts';
import { BASE, BackupError, MANIFEST, type Manifest, UNFINISHED } from './manifest.ts';

/** The database's passwords, without which its copy is of no use. */
const PASSWORDS = 'postgres.json';

/** Generated secrets: sessions, the provider's first key, the simulator's. */
const SECRETS = 'secrets';

export interface BackupOptions {
  dataDir: string;
  /** The folder that the backup becomes; it must not exist. */
  target: string;
  log: EmbeddedLog;
  signal?: AbortSignal;
}

/**
 * Copies DATA_DIR's database with its passwords and the generated secrets into one folder, whether the product runs and
 * writes or not: what was acknowledged before the end is there. Until it is whole its name ends in `.incompleto`.
 *
 * @throws BackupError where there is nothing to copy, or something where the backup shall be
 */
export async function makeBackup({ dataDir, target, log, signal }: BackupOptions): Promise<Manifest> {
  if (!existsSync(join(dataDir, PASSWORDS)))
    throw new BackupError(`En ${dataDir} no hay una base: ¿DATA_DIR es la correcta?`);
  if (existsSync(target)) throw new BackupError(`${target} ya existe: elegí otra carpeta`);
  const draft = `${target}${UNFINISHED}`;
  if (existsSync(draft))
    throw new BackupError(`${draft} quedó de un respaldo que se cortó, o hay otro en curso: borrala`);
  // Joins the product's server, or starts it for the time of the copy.
  const database = await startEmbeddedPostgres({ dataDir, log });
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(draft, { mode: 0o700 });
    const base = await takeBaseBackup(database, join(draft, BASE), undefined, signal);
    const beside = await listOtherFiles(dataDir);
    await makeFolders(draft, beside.folders);
    const files = [
      ...base.files.map((file) => ({ ...file, path: `${BASE}/${file.path}` })),
      ...(await copyFiles(dataDir, draft, beside.files, { signal })),
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

async function listOtherFiles(dataDir: string): Promise<{ folders: string[]; files: string[] }> {
  const names = await readdir(dataDir);
  if (!names.includes(SECRETS)) return { folders: [], files: [PASSWORDS] };
  const { folders, files } = await listTree(join(dataDir, SECRETS));
  const within = (path: string) => `${SECRETS}/${path}`;
  return { folders: [SECRETS, ...folders.map(within)], files: [PASSWORDS, ...files.map(within)] };
}
