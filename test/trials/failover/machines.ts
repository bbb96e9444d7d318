import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { databaseUser } from '#server/db/embedded-postgres/os-user.ts';
import { DATABASE, LOGIN, OWNER } from '#server/db/embedded-postgres/roles.ts';
import type { DatabaseLogin } from '#server/db/embedded-postgres.ts';
import { ask, knownBy } from '#test/trials/cluster.ts';
import { docsSnippet, ROOT, replaceInSnippet } from '#test/trials/docs-snippets.ts';
import { done, until } from '#test/trials/processes.ts';
import { freezeAll, killAll, thawAll } from './processes.ts';

/** Version of PostgreSQL in Debian 12. */
const MAJOR = 15;
const BINARIES = `/usr/lib/postgresql/${MAJOR}/bin`;

/** Programs that the trial needs, with Debian's packages. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/etcdctl': 'etcd-client',
  '/usr/sbin/haproxy': 'haproxy',
  [`${BINARIES}/postgres`]: `postgresql-${MAJOR}`,
};

const ENVIRONMENT = { PATH: [BINARIES, '/usr/bin', '/bin', '/usr/sbin'].join(delimiter), LANG: 'C.UTF-8' };

/** Addresses of docs/samples, in the order of the machines. */
const PRINTED = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];

/** @throws one line that names the missing packages */
export function requirePrograms(): void {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !existsSync(program));
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name).join(' ');
  throw new Error(`programs are missing: apt-get install --no-install-recommends ${packages}`);
}

/** A member as Patroni lists it. */
export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
  lag?: number | 'unknown';
}

/** A database machine: etcd, Patroni and PostgreSQL on an address of loopback. */
export interface Machine {
  name: string;
  address: string;
  folder: string;
  start(): Promise<void>;
  /** Kills all its processes at one moment. */
  kill(): Promise<void>;
  /** Stops all its processes where they are. */
  freeze(): void;
  thaw(): void;
  /** Returns the process id of PostgreSQL's postmaster. */
  postmaster(): Promise<number>;
  /** Connection of a role that passes HAProxy by. */
  login(user: string): DatabaseLogin;
}

/** Three database machines. */
export interface Machines {
  all: readonly Machine[];
  /** Replaces addresses, passwords and folders of the printed text by those of the trial. */
  replaced(text: string, machine?: Machine): string;
  /** Password of all roles. */
  password: string;
  /** Returns the members as Patroni sees them; empty when no Patroni responds. */
  members(): Promise<Member[]>;
  /** Returns the machine whose Patroni answers that it is the primary. */
  primary(): Promise<Machine | null>;
  /** Waits until all follow one primary, one of them synchronously. @throws after two minutes, with the last state */
  untilHealthy(): Promise<void>;
  /** Runs a printed command as PostgreSQL's user. */
  command(line: string): Promise<string>;
  /** Runs a statement as superuser on the primary. */
  query<R extends object>(text: string): Promise<R[]>;
  stop(): Promise<void>;
}

/** Starts three machines in a folder, with the samples of docs/samples. @param network first three bytes of their addresses */
export async function startMachines(folder: string, network: string): Promise<Machines> {
  const user = databaseUser(join(folder, 'none'));
  if (!user) throw new Error('this trial runs as root: its database machines run as the user postgres');
  const password = randomBytes(12).toString('hex');
  const samples = join(ROOT, 'docs', 'samples');
  const [etcdSample, patroniSample] = await Promise.all(
    ['etcd.env', 'patroni.yml'].map((name) => readFile(join(samples, name), 'utf8')),
  );
  const roles = knownBy(MAJOR, await docsSnippet('docs/install.md', 'The database', 'CREATE ROLE'));

  const all = PRINTED.map((printed, index) => machine(`db${index + 1}`, printed.replace('10.0.0', network)));

  function replaced(text: string, at: Machine = all[0] as Machine): string {
    const known: Record<string, string> = {
      '/var/lib/postgresql/15/remito': join(at.folder, 'data'),
      '/var/lib/postgresql': at.folder,
      '/var/run/postgresql': join(at.folder, 'run'),
      '/etc/patroni': at.folder,
      '10.0.0.0/24': '127.0.0.0/8',
      '10.0.0': network,
      '…': password,
    };
    return Object.entries(known).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  }

  /** Changes the sample of the first machine to that of another one. */
  function sampleOf(at: Machine, text: string): string {
    const own = PRINTED[all.indexOf(at)] ?? '';
    const lines = text.split('\n').map((line) => {
      const lists = line.includes('10.0.0.12');
      return lists ? line : line.replace(/(^name: |_NAME=)db1$/, `$1${at.name}`).replaceAll('10.0.0.11', own);
    });
    return replaced(lines.join('\n'), at);
  }

  function machine(name: string, address: string): Machine {
    const its = join(folder, name);
    const children = new Set<ChildProcess>();

    async function spawnIn(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
      const log = openSync(join(its, `${program.split('/').at(-1)}.log`), 'a');
      const options = { cwd: its, env: { ...ENVIRONMENT, HOME: its, ...env }, ...user, detached: true };
      const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
      children.add(child);
      child.once('exit', () => children.delete(child));
    }

    const own: Machine = {
      name,
      address,
      folder: its,
      async start() {
        const lines = sampleOf(own, etcdSample ?? '').split('\n');
        const pairs = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2));
        await spawnIn('/usr/bin/etcd', [], { ...Object.fromEntries(pairs), ETCD_DATA_DIR: join(its, 'etcd') });
        await spawnIn('/usr/bin/patroni', [join(its, 'config.yml')], {});
      },
      async kill() {
        const ended = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
        await killAll(its);
        await Promise.all(ended);
      },
      freeze: () => freezeAll(its),
      thaw: () => thawAll(its),
      postmaster: async () => Number((await readFile(join(its, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
      login: (role) => ({ host: address, port: 5432, database: DATABASE, user: role, password, ssl: false }),
    };
    return own;
  }

  for (const at of all) {
    for (const path of [at.folder, join(at.folder, 'run')]) {
      await mkdir(path, { mode: 0o700 });
      await chown(path, user.uid, user.gid);
    }
    const files = {
      'config.yml': sampleOf(at, patroniSample ?? ''),
      'remito.sql': replaceInSnippet(roles, { '…': password }),
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(at.folder, name), text, { mode: 0o600 });
      await chown(join(at.folder, name), user.uid, user.gid);
    }
  }
  await chmod(folder, 0o711);
  await Promise.all(all.map((at) => at.start()));

  async function members(): Promise<Member[]> {
    for (const at of all) {
      const answer = await rest(at, 'cluster').catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async function primary(): Promise<Machine | null> {
    const found = await Promise.all(
      all.map(async (at) => ((await rest(at, 'primary').catch(() => null))?.status === 200 ? at : null)),
    );
    return found.find((at) => at !== null) ?? null;
  }

  async function isHealthy(): Promise<boolean> {
    const seen = await members();
    const follow = seen.filter(({ role, lag }) => role !== 'leader' && typeof lag === 'number' && lag < 1_000_000);
    return (
      seen.every(({ state }) => state === 'running' || state === 'streaming') &&
      follow.length === 2 &&
      seen.some(({ role }) => role === 'leader') &&
      seen.some(({ role }) => role === 'sync_standby') &&
      (await primary()) !== null
    );
  }

  const machines: Machines = {
    all,
    replaced,
    password,
    members,
    primary,
    async untilHealthy() {
      if ((await until(isHealthy, 120_000)) === null)
        throw new Error(`the machines did not become healthy: ${JSON.stringify(await members())}`);
    },
    command: (line) => done('sh', ['-ec', replaced(line)], { cwd: folder, env: ENVIRONMENT, ...user }),
    async query(text) {
      const at = await primary();
      if (!at) throw new Error('no machine is the primary');
      return ask(at.login('postgres'), text);
    },
    async stop() {
      for (const at of all) await killAll(at.folder);
    },
  };
  return machines;
}

const rest = (at: Machine, path: string) =>
  fetch(`http://${at.address}:8008/${path}`, { signal: AbortSignal.timeout(2000) });

/** Connections of the product's roles by an address, as docs/install.md prints them. */
export const productLogins = ({ password }: Machines, host: string) => {
  const login = (user: string): DatabaseLogin => ({ host, port: 5432, database: DATABASE, user, password, ssl: false });
  return { owner: login(OWNER), login: login(LOGIN), superuser: login('postgres') };
};
