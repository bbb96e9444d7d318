import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { freePort, waitForExit, waitForHttp } from '#test/e2e/server-process.ts';
import { processEnvironment } from '#test/services/process-environment.ts';
import { scaled } from '#test/test-scale.ts';
import { runningIn, until } from '#test/trials/processes.ts';

/** Time limits in ms of a start, which builds portal and server, and of a stop. */
const [STARTED_MS, STOPPED_MS] = [180_000, 45_000];

/** The limits of a test are longer than those inside, which name what is missing. */
const OPTIONS = { tags: 'linux', timeout: STARTED_MS + STOPPED_MS + MINUTE_MS };

let folder: string;
let npm: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-npm-'));
  // The embedded database's user needs access to the folder.
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const pid of await tree(npm.pid ?? 0)) signal(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts the product by `npm start` with an embedded database and without demonstration data. */
async function npmStart(): Promise<{ url: string }> {
  const url = `http://localhost:${await freePort()}`;
  const env = {
    ...processEnvironment(),
    PORT: new URL(url).port,
    DATA_DIR: folder,
    DEMO: '0',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { url };
}

const ready = ({ url }: { url: string }) =>
  waitForHttp(`${url}/readyz`, npm, () => output, { ms: STARTED_MS, right: ({ ok }) => ok });

/** Returns a process and its descendants, the nearest first. */
async function tree(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')));
  const children = lists.join(' ').split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(children.map(tree));
  return [pid, ...below.flat()];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Waits until all of the processes have ended, and all others that use the data. */
async function allEnded(pids: readonly number[]): Promise<void> {
  const alive = async (pid: number) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return status !== '' && !/^State:\s+Z/m.test(status);
  };
  const left = async () => [...(await runningIn(folder)), ...(await Promise.all(pids.map(alive))).filter(Boolean)];
  await until(async () => (await left()).length === 0, STOPPED_MS);
  expect(await left(), output).toEqual([]);
}

const serverOf = async (pids: readonly number[]) => {
  const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
  return pids[names.findIndex((name) => /^\S*node\0scripts\/serve\.mjs\0/.test(name))] ?? 0;
};

/** Who receives which signal. */
type Stop = readonly [who: 'npm' | 'its server', signal: NodeJS.Signals];

const USUAL_STOPS: readonly Stop[] = [['npm', 'SIGTERM']];
const ALL_STOPS: readonly Stop[] = [
  ...USUAL_STOPS,
  ['npm', 'SIGKILL'],
  ['its server', 'SIGTERM'],
  ['its server', 'SIGHUP'],
];

test.each(scaled(USUAL_STOPS, ALL_STOPS))(
  'when %s of `npm start` receives %s, server and database end and no process is left',
  OPTIONS,
  async (who, name) => {
    await ready(await npmStart());
    const pids = await tree(npm.pid ?? 0);
    // npm, the shell of the script, the server, its database.
    expect(pids.length).toBeGreaterThanOrEqual(3);
    expect((await runningIn(folder)).length).toBeGreaterThan(0);
    signal(who === 'npm' ? (npm.pid ?? 0) : await serverOf(pids), name);
    await allEnded(pids);
    expect(output).toContain('embedded database stopped');
  },
);

test('a stop during the first start leaves no database process', OPTIONS, async () => {
  await npmStart();
  const begun = await until(async () => (await runningIn(folder)).length > 0, STARTED_MS);
  expect(begun).not.toBeNull();
  const pids = await tree(npm.pid ?? 0);
  signal(npm.pid ?? 0, 'SIGTERM');
  await allEnded(pids);
});

test('a second signal right after the first, as of Ctrl-C under npm, interrupts no shutdown', {
  tags: 'linux',
}, async () => {
  await ready(await npmStart());
  const pids = await tree(npm.pid ?? 0);
  const server = await serverOf(pids);
  signal(server, 'SIGINT');
  signal(server, 'SIGINT');
  expect(await waitForExit(npm)).toBe(0);
  await allEnded(pids);
});
