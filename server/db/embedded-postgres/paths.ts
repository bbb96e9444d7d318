import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { canEnter, createPrivateFolder, databaseUser, type OsUser } from './os-user.ts';

/** Where root keeps what the database's user must reach and DATA_DIR does not let it. */
export const SHARED_HOME = '/var/lib/remito';

/** Longest path of a Unix socket in bytes, without the closing zero: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

export type PostgresPaths = {
  user: OsUser | undefined;
  /** Private folder of the database's user, which holds `data` and mostly `run`. */
  home: string;
  data: string;
  /** Folder (0700) of the Unix socket; unused on Windows. */
  run: string;
  /** Both kept by the app's user in DATA_DIR. */
  credentials: string;
  log: string;
};

/** Makes DATA_DIR if need be; answers its real path, and in it the folder where the apps that use it take turns. */
export function openDataDir(dataDir: string): { root: string; apps: string } {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    // Whatever the umask says, the database's user must be able to pass through; what is inside is private.
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  const root = realpathSync(dataDir);
  return { root, apps: join(root, 'postgres.apps') };
}

/**
 * Decides where the embedded database of DATA_DIR (`root`) lives and makes its folders. To be called in a turn.
 *
 * Normally all is in DATA_DIR: `postgres/` (data and socket), `postgres.apps/`, `postgres.json`, `postgres.log`. When
 * root starts it and DATA_DIR lies where the database's user cannot get (below a 0700 home), `postgres/` moves to
 * `/var/lib/remito/<name of DATA_DIR's parent>-<random>`, and `DATA_DIR/postgres.location` says where. The random part
 * keeps a new DATA_DIR at an old path from finding the database of the one before; the file keeps the database when
 * DATA_DIR is moved. A socket path over the system's limit moves to the folder for temporary files.
 */
export function preparePaths(root: string): PostgresPaths {
  const near = join(root, 'postgres');
  const pointer = join(root, 'postgres.location');
  const moved = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  if (moved && !existsSync(moved)) {
    throw new Error(`The database of ${root} was in ${moved}, which is gone; delete ${pointer} to begin an empty one`);
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

/** A DATA_DIR that is itself closed, but lies in the open, is opened for passing through; what is in it stays private. */
function ensureEntry(user: OsUser | undefined, root: string): boolean {
  if (!canEnter(user, root) && canEnter(user, dirname(root))) chmodSync(root, statSync(root).mode | 0o011);
  return canEnter(user, root);
}

function sharedHome(root: string): string {
  if (existsSync(join(root, 'postgres', 'data'))) {
    throw new Error(`The owner of ${join(root, 'postgres')} cannot enter ${root} any more: open that folder to them`);
  }
  createPublicFolder(SHARED_HOME);
  return join(SHARED_HOME, `${basename(dirname(root))}-${randomBytes(6).toString('hex')}`);
}

/** Makes a folder that everybody may enter, whatever the umask. */
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
