import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { loadExampleData } from '#test/callers/staff-client.ts';
import { freePort } from '#test/e2e/server-process.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { docsSnippet, ROOT, replaceInSnippet } from './docs-snippets.ts';
import { done, type Running, run, runningIn, until } from './processes.ts';
import { type Finding, finding } from './report.ts';
import { parseEnvFile } from './server-installation.ts';

const SECTION = ['docs/install.md', 'As a service'] as const;

/** A user without privileges, by number; the current user unless the trial runs as root. */
interface OrdinaryUser {
  uid?: number;
  gid?: number;
}

/** The installed product and its unit file. */
interface Service {
  unit: string;
  file: string;
  environment: Record<string, string>;
  user: OrdinaryUser;
  /** Folder of its data. */
  home: string;
  mail: FakeMailServer;
}

/**
 * Installs the product as in docs/install.md into a temporary folder, and runs the unit's command with the unit's
 * environment as a user without privileges: once, and again on the same data.
 */
export async function asService(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-service-'));
  await chmod(folder, 0o755);
  const mail = await startFakeMailServer();
  try {
    const service = await install(folder, mail);
    return [await verifyUnit(service, folder), ...(await runService(service, folder))];
  } finally {
    await mail.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function install(folder: string, mail: FakeMailServer): Promise<Service> {
  const [place, home, environmentFile] = [join(folder, 'remito'), join(folder, 'home'), join(folder, 'env')];
  const script = await docsSnippet(...SECTION, 'git clone');
  const line = script.split('\n').find((text) => text.startsWith('git clone')) ?? '';
  await done('sh', ['-ec', replaceInSnippet(line, { '…': ROOT, '/opt/remito': place })], { cwd: folder, ms: 480_000 });
  const user = await ordinaryUser();
  await mkdir(home);
  if (user.uid !== undefined) await chown(home, user.uid, user.gid ?? user.uid);
  const unit = replaceInSnippet(await docsSnippet(...SECTION, '[Unit]'), {
    '/opt/remito': place,
    '/etc/remito/env': environmentFile,
    '/var/lib/remito': home,
    'User=remito': `User=${user.uid ?? process.getuid?.()}`,
  });
  const settings = replaceInSnippet(await docsSnippet(...SECTION, 'NODE_ENV='), {
    '/var/lib/remito': home,
    'smtps://user:password@mail.example.com:465': mail.url,
    'METRICS_PORT=9464': `METRICS_PORT=${await freePort()}\nPORT=${await freePort()}\nREGISTRATION=open`,
  });
  const file = join(folder, 'remito.service');
  await writeFile(file, unit);
  await writeFile(environmentFile, settings);
  return { unit, file, environment: parseEnvFile(settings), user, home, mail };
}

/** Returns the user `nobody`, if the trial may run as it. */
async function ordinaryUser(): Promise<OrdinaryUser> {
  if (process.getuid?.() !== 0) return {};
  const users = await readFile('/etc/passwd', 'utf8');
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function verifyUnit({ file }: Service, folder: string): Promise<Finding> {
  const there = await done('systemd-analyze', ['--version'], { cwd: folder }).catch(() => null);
  if (there === null) return finding('systemd-analyze verify', 'not installed', true);
  const output = await done('systemd-analyze', ['verify', '--man=no', file], { cwd: folder }).catch(String);
  const warnings = output.trim();
  return finding('systemd-analyze verify', warnings === '' ? 'no warning' : 'warnings', warnings === '', warnings);
}

/** Returns a setting of the unit. */
const unitSetting = ({ unit }: Service, name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

/** Runs the unit's command like systemd: in its folder, with only its environment. */
function start(service: Service): Running {
  const { environment, user, home } = service;
  const [name = '', path = ''] = unitSetting(service, 'Environment').split('=');
  const words = ['-c', `umask ${unitSetting(service, 'UMask')}; exec ${unitSetting(service, 'ExecStart')}`];
  const env = { HOME: home, LANG: 'C.UTF-8', ...environment, [name]: path };
  return run('/bin/sh', words, { cwd: unitSetting(service, 'WorkingDirectory'), env, ...user });
}

/** Stops the service by SIGTERM to its main process only. @returns the duration in seconds */
async function stop(service: Service, running: Running): Promise<{ seconds: number | null; code: number | null }> {
  running.process.kill('SIGTERM');
  const stopTimeoutMs = Number(unitSetting(service, 'TimeoutStopSec')) * 1000;
  const seconds = await until(async () => running.process.exitCode !== null, stopTimeoutMs);
  return { seconds, code: running.process.exitCode };
}

async function runService(service: Service, folder: string): Promise<Finding[]> {
  const { environment, user, home, mail } = service;
  const url = `http://127.0.0.1:${environment.PORT}`;
  const ready = () => until(async () => (await fetch(`${url}/readyz`)).ok, 120_000);
  let running = start(service);
  try {
    const first = await ready();
    if (first === null) throw new Error(`the service was not ready: ${running.output()}`);
    const owner = await readFile(`/proc/${running.process.pid}/status`, 'utf8');
    const uid = Number(/^Uid:\s+(\d+)/m.exec(owner)?.[1]);
    const figures = await fetch(`http://127.0.0.1:${environment.METRICS_PORT}/metrics`);
    const key = await readFile(join(environment.DATA_DIR ?? '', 'secrets', 'ops'), 'utf8');
    await loadExampleData(url, key.trim());
    const { username, password, token } = await signUp(createHttpClient(url), mail);
    const { body } = await createHttpClient(url).call(createOrder, { token, body: newOrder() });
    const ended = await stop(service, running);
    const left = await runningIn(home);

    running = start(service);
    const second = await ready();
    const again = await logIn(createHttpClient(url), username, password);
    const list = await createHttpClient(url).call(listOrders, { token: again });
    const kept = list.body.results?.some(({ tracking_id }) => tracking_id === body.results.tracking_id) ?? false;
    const last = await stop(service, running);
    const rights = user.uid === undefined ? 'current user' : 'nobody';
    const most = unitSetting(service, 'TimeoutStopSec');
    return [
      finding('ExecStart with the printed environment: user', rights, uid === (user.uid ?? process.getuid?.())),
      finding('seconds until ready, at the first and second start', `${first} and ${second}`, second !== null),
      finding('metrics on their own port', figures.status, figures.status === 200),
      finding(
        `seconds from SIGTERM to the end; limit ${most}`,
        `${ended.seconds} and ${last.seconds}`,
        ended.code === 0 && last.code === 0,
      ),
      finding('remaining processes', left.length, left.length === 0, left.join('; ')),
      finding('login and order after the restart', kept ? 'there' : 'gone', kept),
    ];
  } finally {
    await running.end('SIGTERM');
    await until(async () => (await runningIn(folder)).length === 0, 45_000);
  }
}
