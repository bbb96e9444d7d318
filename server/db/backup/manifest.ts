import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseBackup } from '#server/db/base-backup.ts';

/** Why there can be no backup, or none of it be restored: Spanish, one sentence that says what to do. */
export class BackupError extends Error {}

/** Written last: a folder without it is no backup. */
export const MANIFEST = 'respaldo.json';

/** PostgreSQL's data folder within a backup. What lies beside it comes from DATA_DIR. */
export const BASE = 'base';

/** What a backup is ready to have behind its name until it is whole. */
export const UNFINISHED = '.incompleto';

export interface Manifest extends BaseBackup {
  format: 1;
}

/** @throws BackupError where the folder holds no whole backup that this version knows */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    const cut = backup.replace(/\/+$/, '').endsWith(UNFINISHED);
    throw new BackupError(
      cut
        ? `${backup} es un respaldo que se cortó antes de terminar: no sirve`
        : `${backup} no es un respaldo: le falta ${MANIFEST}, que se escribe al final`,
    );
  });
  try {
    const manifest: Manifest = JSON.parse(text);
    if (manifest.format === 1) return manifest;
  } catch {
    // Said below.
  }
  throw new BackupError(`${join(backup, MANIFEST)} no es de esta versión o está dañado`);
}
