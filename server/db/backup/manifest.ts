import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseBackup } from './base-backup.ts';

/** Thrown when a backup can't be made or restored. The message is one Spanish sentence for the terminal. */
export class BackupError extends Error {}

/** Name of the manifest. It is written last, so a folder without a manifest is no complete backup. */
export const MANIFEST = 'respaldo.json';

/** Folder of PostgreSQL's data inside a backup. The other files come from DATA_DIR. */
export const BASE = 'base';

/** Suffix of a backup's folder until the backup is complete. */
export const UNFINISHED = '.incompleto';

export interface Manifest extends BaseBackup {
  format: 1;
}

/** Reads the manifest of a backup. @throws BackupError when the backup is incomplete, or its format unknown */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    const cut = backup.replace(/\/+$/, '').endsWith(UNFINISHED);
    throw new BackupError(
      cut
        ? `${backup} es un respaldo interrumpido: no se puede restaurar`
        : `${backup} no es un respaldo completo: falta ${MANIFEST}`,
    );
  });
  try {
    const manifest: Manifest = JSON.parse(text);
    if (manifest.format === 1) return manifest;
  } catch {
    // Falls through to the error below.
  }
  throw new BackupError(`${join(backup, MANIFEST)} no es de esta versión o está dañado`);
}
