import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { uploadBatch } from '#shared/bulk/batches.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { freePort, type ServerProcess, startServerProcess } from '#test/e2e/server-process.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn } from '#test/fixtures/sender-factory.ts';
import { startCaddy } from '#test/services/caddy.ts';
import { serveSite } from '#test/services/nginx.ts';
import { fileForm } from '#test/texts/bulk-file-factory.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { docsSnippet, replaceInSnippet } from './docs-snippets.ts';
import { done, until } from './processes.ts';
import { type Finding, finding } from './report.ts';

/** The node behind a proxy, and the proxy's certificate. */
interface ProxySetup extends Certificate {
  /** URL of the proxy. */
  url: string;
  port: number;
  node: ServerProcess;
}

/** Address of another machine: differs from the proxy's address. */
const VISITOR = '127.0.0.2';

/** Unused address that a visitor claims; on loopback, because a demonstration refuses all others. */
const CLAIMED = '127.0.0.9';

/** Runs each proxy of docs/install.md with TLS before one node, with the printed configuration. */
export async function behindProxies(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-proxy-'));
  try {
    const files = await makeCertificate(folder);
    return [...(await behind('nginx', ['-v'], nginx, files)), ...(await behind('caddy', ['version'], caddy, files))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Start = (ground: ProxySetup) => Promise<{ stop(): Promise<void> }>;

async function nginx({ url, port, node, certificate, key }: ProxySetup) {
  const site = replaceInSnippet(await docsSnippet('docs/install.md', 'Behind a proxy', 'listen 443 ssl'), {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    '/etc/letsencrypt/live/envios.example.com/fullchain.pem': certificate,
    '/etc/letsencrypt/live/envios.example.com/privkey.pem': key,
    'envios.example.com': 'localhost',
    '127.0.0.1:3000': new URL(node.url).host.replace('localhost', '127.0.0.1'),
  });
  return serveSite(site, url);
}

async function caddy({ url, node, certificate, key }: ProxySetup) {
  const site = replaceInSnippet(await docsSnippet('docs/install.md', 'Behind a proxy', 'flush_interval'), {
    'envios.example.com {': `${url} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`,
    '127.0.0.1:3000': new URL(node.url).host.replace('localhost', '127.0.0.1'),
  });
  return startCaddy(site, url);
}

async function behind(name: string, version: string[], start: Start, files: Certificate): Promise<Finding[]> {
  const path = `${process.env.PATH}:/usr/sbin`;
  const found = await done(name, version, { cwd: '/', env: { PATH: path } }).catch(() => null);
  if (found === null) return [finding(name, 'not installed', true)];
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const node = await startServerProcess({ DEMO: '1', PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' });
  try {
    const proxy = await start({ url, port, node, ...files });
    try {
      const rows = [...(await asVisitor(url)), ...(await addresses(url, node))];
      const called = /\d+\.\d+\.\d+/.exec(found)?.[0];
      return rows.map((row) => ({ ...row, what: `${name} ${called}: ${row.what}` }));
    } finally {
      await proxy.stop();
    }
  } finally {
    await node.stop();
  }
}

/** Logs in, opens a stream and uploads a file above the limit. */
async function asVisitor(url: string): Promise<Finding[]> {
  const app = createHttpClient(url);
  const token = await logIn(app, SHOWCASE_USERNAME, DEMO_PASSWORD);
  const list = await app.call(listOrders, { token });
  const page = await app.fetch('/login');
  const { headers } = page;
  const hsts = headers.get('strict-transport-security') ?? 'none';
  const policy = headers.get('content-security-policy') ?? 'none';

  const stream = await openStream(url, token);
  const begun = performance.now();
  const made = await app.call(createOrder, { token, body: newOrder() });
  const received = await until(async () => stream.events().some(({ id }) => id === made.body.results.id), 10_000);
  const took = Math.round(performance.now() - begun);
  stream.hangUp();

  const file = await app.call(uploadBatch, { token, form: fileForm(Buffer.alloc(51 * 1024 * 1024, 'a;b\r\n')) });
  const refusal = `${file.status} “${file.body?.errors?.[0]?.message ?? file.body?.message ?? ''}”`;
  return [
    finding('login, list of orders', list.status, list.status === 200),
    finding('Strict-Transport-Security', hsts, hsts.startsWith('max-age=31536000')),
    finding(
      'Content-Security-Policy from the node',
      policy.split(';', 1)[0] ?? '',
      policy.includes("script-src 'self'"),
    ),
    finding('cookies', headers.getSetCookie().length, headers.getSetCookie().length === 0),
    finding('ms from a change to its event on the live stream', took, received !== null),
    finding('upload of 51 MB', refusal, file.status === 413 && refusal.includes('50 MB')),
  ];
}

/** Checks the visitor's address at the node, with forged headers too. */
async function addresses(url: string, node: ServerProcess): Promise<Finding[]> {
  const through = await seenAs(node, () => knock(https, url));
  const past = await seenAs(node, () => knock(http, node.url));
  return [
    finding(`logged address of a visitor on ${VISITOR} with a forged header ${CLAIMED}`, through, through === VISITOR),
    finding('… that bypasses the proxy', past, past === VISITOR),
  ];
}

/** Makes a call with a wrong key, which the node logs with the visitor's address. */
async function knock({ request }: Pick<typeof http, 'request'>, url: string): Promise<void> {
  const { port } = new URL(url);
  const headers = { 'x-api-key': 'wrong', 'x-forwarded-for': CLAIMED, host: 'localhost' };
  const options = { host: '127.0.0.1', port, servername: 'localhost', localAddress: VISITOR, headers };
  const call = request({ ...options, path: '/api/ops/v1/client/' }).end();
  const [answer] = await once(call, 'response', { signal: AbortSignal.timeout(10_000) });
  answer.resume();
}

async function seenAs({ output }: ServerProcess, act: () => Promise<unknown>): Promise<string> {
  const networks = () => [...output().matchAll(/"network":"([^"]*)"/g)].map(([, network = '']) => network);
  const before = networks().length;
  await act();
  await until(async () => networks().length > before, 10_000);
  return networks()[before] ?? 'not logged';
}
