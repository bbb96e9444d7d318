import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { lchown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { PostgresPaths } from './paths.ts';

/** Exists for `initdb` and what only a superuser may do afterwards (extensions, a base backup); the app's pool never uses it. */
export const SUPERUSER = 'remito_admin';

/** What an operator may tune later in `postgresql.conf`; what safety hangs on is given at each start instead. */
const TUNABLE = {
  max_connections: '100',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  // Planning with row-level security makes compiling look worthwhile where it isn't.
  jit: 'off',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Makes the data folder if there is none: UTF-8, data checksums, passwords (SCRAM) for every way in.
 *
 * Order and case come from PostgreSQL's own C.UTF-8, which no update of the system changes (an index stays right).
 * pg_trgm still asks the system's LC_CTYPE what a letter is: under plain C, "ñandú" would lose its "ñ" and "ú".
 */
export async function initializeCluster(
  binaries: Binaries,
  paths: PostgresPaths,
  password: string,
  fast: boolean,
): Promise<void> {
  removeDrafts(paths.home);
  if (existsSync(paths.data)) return assertVersion(binaries, paths);

  const draft = join(paths.home, `draft.${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (paths.user) await lchown(passwordFile, paths.user.uid, paths.user.gid);
  const settings = Object.entries(TUNABLE).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const common = ['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'];
  let failure = '';
  for (const letters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const args = [...common, ...locale, `--lc-ctype=${letters}`, '--data-checksums', ...settings];
    const result = await run(binaries.initdb, fast ? [...args, '--no-sync'] : args, paths);
    if (result.ok) {
      rmSync(passwordFile);
      renameSync(draft, paths.data);
      return;
    }
    failure = result.output;
    rmSync(draft, { recursive: true, force: true });
    if (!failure.includes('locale name')) break;
  }
  removeDrafts(paths.home);
  throw new Error(`initdb failed in ${paths.home}: ${failure.trim()}`);
}

/** What an `initdb` that was killed left behind. Only called in a turn, so no other one is at work. */
function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('draft.')) rmSync(join(home, name), { recursive: true, force: true });
  }
}

async function assertVersion(binaries: Binaries, paths: PostgresPaths): Promise<void> {
  const folder = readFileSync(join(paths.data, 'PG_VERSION'), 'utf8').trim();
  const program = /\d+/.exec((await run(binaries.postgres, ['--version'], paths)).output)?.[0];
  if (folder !== program) {
    throw new Error(
      `${paths.data} is of PostgreSQL ${folder}, the programs are of ${program}: restore a backup instead`,
    );
  }
}

function run(program: string, args: string[], paths: PostgresPaths): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    const child = spawn(program, args, { ...paths.user, cwd: paths.home, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}
