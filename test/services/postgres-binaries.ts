import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, findBinaries } from '#server/db/embedded-postgres/binaries.ts';
import { initializeCluster, SUPERUSER } from '#server/db/embedded-postgres/initdb.ts';
import type { PostgresPaths } from '#server/db/embedded-postgres/paths.ts';

/** Folder of another PostgreSQL's programs; null without `POSTGRES_BIN`. */
export const OTHER_POSTGRES = process.env.POSTGRES_BIN || null;

/** First version with PostgreSQL's built-in C.UTF-8 locale. */
export const BUILTIN_LOCALES = 17;

/** PostgreSQL's programs, and their version. */
export interface PostgresBinaries extends Binaries {
  major: number;
}

/** Returns the programs of `POSTGRES_BIN`, or the embedded ones. */
export function findPostgresBinaries({ user, home }: PostgresPaths): PostgresBinaries {
  const binaries = OTHER_POSTGRES
    ? {
        postgres: join(OTHER_POSTGRES, 'postgres'),
        initdb: join(OTHER_POSTGRES, 'initdb'),
        pgCtl: join(OTHER_POSTGRES, 'pg_ctl'),
      }
    : findBinaries(user, home);
  const { stdout = '' } = spawnSync(binaries.postgres, ['--version'], { encoding: 'utf8' });
  const [, major] = / (\d+)/.exec(stdout) ?? [];
  if (!major) throw new Error(`${binaries.postgres} does not run`);
  return { ...binaries, major: Number(major) };
}

/** Creates the data folder like the embedded database; older versions use the system's C.UTF-8. */
export async function initialiseWith(
  programs: PostgresBinaries,
  places: PostgresPaths,
  password: string,
): Promise<void> {
  if (programs.major >= BUILTIN_LOCALES) return initializeCluster(programs, places, password, false);
  const passwordFile = join(places.home, 'password');
  await writeFile(passwordFile, password, { mode: 0o644 });
  const args = ['-D', places.data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const child = spawn(programs.initdb, [...args, ...locale], { ...places.user, cwd: places.home, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  await rm(passwordFile);
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${programs.major} ended with ${code}`);
}
