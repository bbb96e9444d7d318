import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';

/** The operating system's user that the database runs as; undefined where it is simply the app's own user. */
export type OsUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. So root runs it as the owner of an existing database (one that was begun by an ordinary
 * user stays that user's), else as `postgres`, else as `nobody`.
 */
export function databaseUser(existingHome: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(existingHome)) {
    const { uid, gid } = lstatSync(existingHome);
    if (uid !== 0) return { uid, gid };
  }
  const user = findOsUser('postgres') ?? findOsUser('nobody');
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root and there is no user "postgres" or "nobody": start as another user',
    );
  }
  return user;
}

function findOsUser(name: string): OsUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether the user can enter the folder, asked of the system itself, which knows of ACLs and odd mounts. */
export function canEnter(user: OsUser | undefined, folder: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * Makes a folder (0700) that belongs to the database's user. One that is there already is accepted only when it is a
 * real folder of that user: in a shared place somebody may have put a link there first.
 */
export function createPrivateFolder(folder: string, user: OsUser | undefined): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user) lchownSync(folder, user.uid, user.gid);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  const uid = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${folder} belongs to somebody else: the database of this user cannot be kept there`);
  }
  chmodSync(folder, 0o700);
}
