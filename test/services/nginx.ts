import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitForExit, waitForHttp } from '#test/e2e/server-process.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'docs', 'samples', 'nginx.conf');

/** An nginx on loopback before several nodes, configured as in docs/run.md. */
export interface NginxProxy {
  url: string;
  /** Number of calls that nginx sent to more than one node. */
  retriedCalls(): Promise<number>;
  /** Nginx's errors about calls other than reads. */
  errors(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts nginx with the sample of docs/run.md.
 *
 * @param ports of the two nodes
 * @param changes replacements in the sample's text
 */
export async function startNginx(
  ports: readonly [number, number],
  changes: Readonly<Record<string, string>> = {},
): Promise<NginxProxy> {
  const port = await freePort();
  const replaced = {
    '127.0.0.1:8080': `127.0.0.1:${port}`,
    ':3001': `:${ports[0]}`,
    ':3002': `:${ports[1]}`,
    ...changes,
  };
  let site = await readFile(SAMPLE, 'utf8');
  for (const [from, to] of Object.entries(replaced)) site = site.replaceAll(from, to);
  return serveSite(site, `http://127.0.0.1:${port}`);
}

/** Starts nginx with a site in the form of a conf.d file. @param url of the proxied node */
export async function serveSite(site: string, url: string): Promise<NginxProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-nginx-'));
  // Nginx's workers may run as another user.
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'temp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http { ${temporary.join(' ')}
log_format asked '$request_method $status $upstream_status'; access_log ${folder}/access.log asked;
${site} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await waitForHttp(`${url}/livez`, child, () => complaint);
  return {
    url,
    async retriedCalls() {
      const lines = (await readFile(join(folder, 'access.log'), 'utf8')).split('\n');
      return lines.filter((line) => line.includes(',')).length;
    },
    async errors() {
      const lines = (await readFile(join(folder, 'error.log'), 'utf8')).split('\n');
      return lines.filter((line) => /"(POST|PUT)/.test(line) && !line.includes('Connection refused'));
    },
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
