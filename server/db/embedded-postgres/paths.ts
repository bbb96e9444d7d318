import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { canEnter, createPrivateFolder, databaseUser, type OsUser } from './os-user.ts';

/** Folder for root's databases if the database's user can't reach DATA_DIR. */
export const SHARED_HOME = '/var/lib/remito';

/** Maximum length of a Unix socket's path in bytes, without the terminating zero: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

export type PostgresPaths = {
  user: OsUser | undefined;
  /** Private folder of the database's user. Contains `data` and usually `run`. */
  home: string;
  data: string;
  /** Folder (0700) of the Unix socket; unused on Windows. */
  run: string;
  /** Files of the app's user in DATA_DIR. */
  credentials: string;
  log: string;
};

/** Creates DATA_DIR if it is missing. @returns its real path and the folder of its file lock */
export function openDataDir(dataDir: string): { root: string; apps: string } {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    // Overrides the umask: the database's user must be able to enter. The contents are private.
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  const root = realpathSync(dataDir);
  return { root, apps: join(root, 'postgres.apps') };
}

/**
 * Determines the paths of the embedded database of DATA_DIR (`root`) and creates its folders. Must be called under the file
 * lock.
 *
 * Normally everything is in DATA_DIR: `postgres/` (data and socket), `postgres.apps/`, `postgres.json`, `postgres.log`. If root
 * starts the app and the database's user can't reach DATA_DIR (below a home with mode 0700), `postgres/` is in
 * `/var/lib/remito/<name of DATA_DIR's parent>-<random>`, and `DATA_DIR/postgres.location` contains that path. The random part
 * prevents a new DATA_DIR at an old path from using the previous database. The file lets DATA_DIR be moved. If the socket's
 * path exceeds the system's limit, the socket is in the folder for temporary files.
 */
export function preparePaths(root: string): PostgresPaths {
  const near = join(root, 'postgres');
  const pointer = join(root, 'postgres.location');
  const moved = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  if (moved && !existsSync(moved)) {
    throw new Error(
      `The database of ${root} was in ${moved}, which doesn't exist any more; delete ${pointer} to start with an empty database`,
    );
  }
  const user = databaseUser(moved ?? near);
  const home = moved ?? (ensureEntry(user, root) ? near : sharedHome(root));
  createPrivateFolder(home, user);
  if (home !== near) writeFileSync(pointer, `${home}\n`, { mode: 0o600 });
  return {
    user,
    home,
    data: join(home, 'data'),
    run: socketFolder(home, user),
    credentials: join(root, 'postgres.json'),
    log: join(root, 'postgres.log'),
  };
}

/** Makes DATA_DIR passable for the user if only its own mode prevents that. @returns whether the user can enter */
function ensureEntry(user: OsUser | undefined, root: string): boolean {
  if (!canEnter(user, root) && canEnter(user, dirname(root))) chmodSync(root, statSync(root).mode | 0o011);
  return canEnter(user, root);
}

function sharedHome(root: string): string {
  if (existsSync(join(root, 'postgres', 'data'))) {
    throw new Error(
      `The owner of ${join(root, 'postgres')} can't enter ${root} any more: change the mode of that folder`,
    );
  }
  createPublicFolder(SHARED_HOME);
  return join(SHARED_HOME, `${basename(dirname(root))}-${randomBytes(6).toString('hex')}`);
}

/** Creates a folder with mode 0755, regardless of the umask. */
export function createPublicFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}

function socketFolder(home: string, user: OsUser | undefined): string {
  const near = join(home, 'run');
  const fits = Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH;
  const name = `remito-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const temporary = [tmpdir(), '/tmp'].find(
    (folder) => Buffer.byteLength(join(folder, name, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH && canEnter(user, folder),
  );
  const folder = fits ? near : join(temporary ?? '/tmp', name);
  if (process.platform !== 'win32') createPrivateFolder(folder, user);
  return folder;
}

/** Removes the socket's folder if it is outside of the database's folder, when no server runs. The next start creates it again. */
export function removeSocketFolder({ home, run }: PostgresPaths): void {
  if (dirname(run) !== home) rmSync(run, { recursive: true, force: true });
}
