import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { counterDrift } from '#server/db/counter-drift.ts';
import { countApps } from '#server/db/embedded-postgres/apps.ts';
import { withFileLock } from '#server/db/embedded-postgres/file-lock.ts';
import {
  openDataDir,
  type PostgresPaths,
  preparePaths,
  removeSocketFolder,
} from '#server/db/embedded-postgres/paths.ts';
import { findServer } from '#server/db/embedded-postgres/running-server.ts';
import { type EmbeddedLog, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { type CopiedFile, copyFiles, type FolderOwner, listTree, makeFolders } from './file-copy.ts';
import { BASE, BackupError, MANIFEST, type Manifest, readManifest } from './manifest.ts';

export interface RestoreOptions {
  backup: string;
  dataDir: string;
  /** Whether DATA_DIR may contain data: its contents are then moved to a folder inside DATA_DIR, not deleted. */
  replace: boolean;
  log: EmbeddedLog;
}

/** Summary of a restored database. */
interface DatabaseSummary {
  clients: number;
  orders: number;
  /** Creation time of the last order; null without orders. */
  lastOrderAt: Date | null;
  /** Name of the last applied migration. */
  migration: string;
  /** Number of counters that differ from a recount. */
  counterDrift: number;
}

/**
 * Verifies a database: reads every row of every table, which verifies the checksum of every page, and checks every index.
 *
 * @param superuser a superuser's connection, which bypasses row-level security
 * @throws BackupError when the database is damaged
 */
async function verifyDatabase(superuser: pg.ClientConfig): Promise<DatabaseSummary> {
  const client = new pg.Client(superuser);
  client.on('error', () => {});
  await client.connect();
  try {
    const rows = async <R extends object>(text: string) => (await client.query(text)).rows as R[];
    const tables = await rows<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace <> 'pg_toast'::regnamespace",
    );
    for (const { name } of tables) await rows(`SELECT count(t.*) FROM ${name} AS t`);
    await checkIndexes(client);
    const [found] = await rows<Omit<DatabaseSummary, 'counterDrift'>>(
      `SELECT (SELECT count(*) FROM clients) AS clients, (SELECT count(*) FROM orders) AS orders,
         (SELECT max(created_at) FROM orders) AS "lastOrderAt", (SELECT max(name) FROM schema_migrations) AS migration`,
    );
    return { ...(found as DatabaseSummary), counterDrift: (await counterDrift(rows)).length };
  } catch (error) {
    throw new BackupError(`La base de datos restaurada está dañada: ${(error as Error).message}`);
  } finally {
    await client.end();
  }
}

/** Checks all B-tree indexes with the extension amcheck, which the rollback removes again. */
async function checkIndexes(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; CREATE EXTENSION amcheck`);
  await client.query(
    `SELECT bt_index_check(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relam = (SELECT oid FROM pg_am WHERE amname = 'btree') AND c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisvalid`,
  );
  await client.query('ROLLBACK');
}

export interface Restored {
  manifest: Manifest;
  summary: DatabaseSummary;
  /** Folder with the previous contents of DATA_DIR; null if DATA_DIR was empty. */
  aside: string | null;
}

/** Never moved: contains the file lock of all processes that use DATA_DIR. */
const LOCK_FOLDER = 'postgres.apps';
const DRAFT = 'restaurando.';
const ASIDE = 'reemplazado.';

/**
 * Restores a backup into DATA_DIR. Copies the backup to a draft folder, verifies the checksums, starts the database and
 * verifies its data, and only then replaces the contents of DATA_DIR. Holds the file lock of DATA_DIR, so a process that
 * starts meanwhile waits.
 *
 * @throws BackupError when the backup is damaged, DATA_DIR is in use, or DATA_DIR isn't empty and `replace` isn't set
 */
export async function restoreBackup({ backup, dataDir, replace, log }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(backup);
  const { root, apps } = openDataDir(dataDir);
  return withFileLock(apps, async () => {
    await assertFree(root, apps, replace);
    const { root: draft } = openDataDir(join(root, `${DRAFT}${randomBytes(6).toString('hex')}`));
    const paths = preparePaths(draft);
    try {
      await fill(draft, paths, backup, manifest);
      const summary = await verifyDraft(draft, log);
      return { manifest, summary, aside: await swap(root, draft) };
    } catch (error) {
      // For root, the database's folder may be outside DATA_DIR.
      await rm(paths.home, { recursive: true, force: true });
      throw error;
    } finally {
      // Also without a start of the database.
      removeSocketFolder(paths);
      await rm(draft, { recursive: true, force: true });
    }
  });
}

async function assertFree(root: string, apps: string, replace: boolean): Promise<void> {
  for (const name of await readdir(root)) {
    // A draft of a killed restore. No other restore is running, because this process holds the file lock.
    if (name.startsWith(DRAFT)) await rm(join(root, name), { recursive: true, force: true });
  }
  const names = await contents(root);
  const hasDatabase = names.some((name) => name === 'postgres' || name === 'postgres.location');
  if ((await countApps(apps)) > 0 || (hasDatabase && (await findServer(preparePaths(root).data)))) {
    throw new BackupError(`${root} está en uso: detené el producto primero`);
  }
  if (names.length > 0 && !replace) {
    throw new BackupError(`${root} no está vacía: con --reemplazar, su contenido se mueve a otra carpeta sin borrarse`);
  }
}

/** Lists the contents of DATA_DIR, without the lock, folders set aside by earlier restores, and `lost+found` of a mount. */
async function contents(root: string): Promise<string[]> {
  return (await readdir(root)).filter(
    (name) => name !== LOCK_FOLDER && name !== 'lost+found' && !name.startsWith(ASIDE),
  );
}

async function fill(root: string, { data, user }: PostgresPaths, backup: string, manifest: Manifest): Promise<void> {
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const isBase = (path: string) => path.startsWith(`${BASE}/`);
  const base = [...listed.keys()].filter(isBase).map((path) => path.slice(BASE.length + 1));
  const secrets = [...listed.keys()].filter((path) => !isBase(path));
  const { folders } = await listTree(join(backup, BASE));
  await makeFolders(data, ['', ...folders], user);
  await makeFolders(
    root,
    [...new Set(secrets.map((path) => dirname(path)))].filter((path) => path !== '.'),
  );
  const copied = await copyListed(join(backup, BASE), data, base, user);
  for (const file of copied) assertChecksum(file, listed.get(`${BASE}/${file.path}`));
  for (const file of await copyListed(backup, root, secrets)) assertChecksum(file, listed.get(file.path));
}

async function copyListed(from: string, to: string, paths: string[], owner?: FolderOwner): Promise<CopiedFile[]> {
  return copyFiles(from, to, paths, { owner }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`Al respaldo le falta un archivo: ${error.path}`);
    throw error;
  });
}

function assertChecksum(copied: CopiedFile, listed: CopiedFile | undefined): void {
  if (copied.sha256 === listed?.sha256) return;
  throw new BackupError(`El archivo ${copied.path} del respaldo está dañado: su suma de verificación no coincide`);
}

async function verifyDraft(draft: string, log: EmbeddedLog): Promise<DatabaseSummary> {
  const database = await startEmbeddedPostgres({ dataDir: draft, log }).catch((error: Error) => {
    throw new BackupError(`La base restaurada no arranca: ${error.message}`);
  });
  try {
    return await verifyDatabase(database.superuser);
  } finally {
    await database.stop();
  }
}

/** Replaces the contents of DATA_DIR. Moves the passwords last: without them the product refuses to start. */
async function swap(root: string, draft: string): Promise<string | null> {
  const names = (await contents(root)).filter((name) => !name.startsWith(DRAFT));
  const aside = join(root, `${ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  if (names.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(root, name), join(aside, name));
  const restored = (await contents(draft)).filter((name) => name !== 'postgres.log' && name !== MANIFEST);
  const last = (name: string) => Number(name === 'postgres.json');
  for (const name of restored.sort((a, b) => last(a) - last(b))) await rename(join(draft, name), join(root, name));
  return names.length > 0 ? aside : null;
}
