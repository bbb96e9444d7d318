import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { lchown } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { PostgresPaths } from './paths.ts';

/** Superuser for `initdb`, extensions and base backups. The app's pool never uses it. */
export const SUPERUSER = 'remito_admin';

/** Settings that an installation may tune in `postgresql.conf`. Settings for safety are passed at each start instead. */
const TUNABLE = {
  max_connections: '100',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  // Row-level security raises the estimated costs, so the planner would compile queries that don't benefit.
  jit: 'off',
  // After each checkpoint the first change of a page writes the whole page: more than ten times the WAL of an event itself.
  max_wal_size: '4GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Initializes the data folder if it is missing: UTF-8, data checksums, passwords (SCRAM) for all connections.
 *
 * Sort order and case use PostgreSQL's built-in C.UTF-8, which system updates don't change, so indexes stay valid. pg_trgm uses
 * the system's LC_CTYPE to recognize letters: under plain C, "ñandú" would lose its "ñ" and "ú".
 *
 * @param fast for tests only: skips flushing to disk
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

/** Removes the drafts of a killed `initdb`. Called under the file lock, so no other `initdb` is running. */
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
      `${paths.data} was created by PostgreSQL ${folder}, but the programs are version ${program}: restore a backup instead`,
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
