import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { listOrders } from '#shared/orders/orders.ts';
import { login } from '#shared/people/access.ts';
import { clientInfo } from '#shared/people/account.ts';
import { createHttpClient, type HttpClient } from '#test/callers/http-client.ts';
import { freePort } from '#test/e2e/server-process.ts';
import { acceptNewestTerms } from '#test/fixtures/sender-factory.ts';
import { docsSection, ROOT } from './docs-snippets.ts';
import { done, type Running, run, runningIn, until } from './processes.ts';
import { type Finding, finding } from './report.ts';

/** Time limit until the product is ready: downloads, build, database, demonstration data. */
const READY_MS = 480_000;

/** Time limit of a stop: ten seconds for requests and jobs, thirty for the database. */
const ENDED_MS = 45_000;

/** This machine's settings for its package registry, which aren't part of the repository. */
const NETWORK_SETTINGS =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_(registry|userconfig|cafile))$/i;

interface Login {
  username: string;
  company: string;
  password: string;
}

/**
 * Starts a fresh clone of the committed state as in the README, with an empty home and only PATH and HOME in the
 * environment.
 */
export async function freshClone(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-clone-'));
  // Started by root, the database runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const clone = join(folder, 'remito');
  let started: Running | null = null;
  try {
    await done('git', ['clone', '--quiet', ROOT, clone], { cwd: folder });
    await mkdir(join(folder, 'home'));
    const port = await freePort();
    const env = { ...cleanEnvironment(join(folder, 'home')), PORT: String(port) };
    started = run('npm', ['start'], { cwd: clone, env });
    const { process: npm } = started;
    const url = `http://localhost:${port}`;
    const ready = await until(async () => npm.exitCode !== null || (await fetch(`${url}/readyz`)).ok, READY_MS);
    if (ready === null || npm.exitCode !== null) throw new Error(`npm start was not ready: ${started.output()}`);
    const installed = /instaladas en (\d+) s/.exec(started.output())?.[1];
    const logins = await tryLogins(createHttpClient(url));
    const ending = performance.now();
    await started.end('SIGINT');
    await until(async () => (await runningIn(folder)).length === 0, ENDED_MS);
    const seconds = ((performance.now() - ending) / 1000).toFixed(1);
    const left = await runningIn(folder);
    return [
      finding('`npm start` until ready', `${ready} s, ${installed} s of them to install`, true),
      ...logins,
      finding('seconds from Ctrl-C to the end', seconds, left.length === 0),
      finding('remaining processes', left.length, left.length === 0, left.join('; ')),
    ];
  } finally {
    await started?.end('SIGTERM');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Returns PATH without npm's additions, HOME, and the machine's registry settings. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const wayOut = Object.entries(process.env).filter(([name]) => NETWORK_SETTINGS.test(name));
  return { ...Object.fromEntries(wayOut), PATH: path.join(delimiter), HOME: home };
}

/** Returns the logins of the README's table. */
async function documentedLogins(): Promise<Login[]> {
  const section = await docsSection('README.md', 'Demonstration logins');
  const password = /password of all is `([^`]+)`/.exec(section)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)];
  return rows.map(([, username = '', company = '']) => ({ username, company, password }));
}

async function tryLogins(app: HttpClient): Promise<Finding[]> {
  const logins = await documentedLogins();
  const wrong: string[] = [];
  const newcomers: string[] = [];
  let orders = 0;
  for (const { username, company, password } of logins) {
    const { body } = await app.call(login, { body: { _username: username, _password: password } });
    const token = body.token ?? '';
    const info = await app.call(clientInfo, { token });
    const named = info.body.results?.client_company_name;
    if (named !== company) wrong.push(`${username}: ${named ?? body.message}`);
    let list = await app.call(listOrders, { token });
    if (list.status === 403) {
      newcomers.push(username);
      await acceptNewestTerms(app, token);
      list = await app.call(listOrders, { token });
    }
    if (list.status === 200) orders += list.body.pagination.total;
    else wrong.push(`${username}: list ${list.status}`);
  }
  const right = wrong.length === 0 && logins.length > 0;
  return [
    finding(
      'logins of the README that open their company',
      `${logins.length - wrong.length} of ${logins.length}`,
      right,
      wrong.join('; '),
    ),
    finding('… that must accept terms first', newcomers.join(', '), newcomers.join() === 'nuevo'),
    finding('orders on their lists', orders, orders > 128),
  ];
}
