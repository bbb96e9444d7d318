import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';

/** Operating system user that the database runs as; undefined for the app's user. */
export type OsUser = { uid: number; gid: number };

/**
 * Returns the user that the database runs as. PostgreSQL refuses to run as root, so root runs it as the owner of the existing
 * database, else as `postgres`, else as `nobody`.
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
      'PostgreSQL doesn’t run as root, and there is no user "postgres" or "nobody": start Remito as another user',
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

/** Whether the user can enter the folder. Tries it in a shell, because ACLs and mounts can override the mode. */
export function canEnter(user: OsUser | undefined, folder: string): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

/**
 * Creates a folder (0700) that belongs to the database's user. Accepts an existing one only if it is a real folder of that user:
 * in a shared folder, another user may have created a link with that name (symlink attack).
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
    throw new Error(`${folder} belongs to another user: the database can't use it`);
  }
  chmodSync(folder, 0o700);
}
