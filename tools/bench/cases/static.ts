import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#test/e2e/server-process.ts';
import type { BenchCase } from './bench-cases.ts';

const PORTAL = resolve(import.meta.dirname, '../../../dist/web');

/** Path of nginx on Debian. */
const PROGRAM = '/usr/sbin/nginx';

interface Beside {
  url: string;
  stop(): Promise<void>;
}

/** Starts nginx on the built portal with its precompressed files; null if nginx isn't installed. */
export async function startNginx(): Promise<Beside | null> {
  const there = await access(PROGRAM).then(
    () => true,
    () => false,
  );
  if (!there) return null;
  const folder = await mkdtemp(join(tmpdir(), 'remito-nginx-'));
  const port = await freePort();
  const { stdout, stderr } = await promisify(execFile)(PROGRAM, ['-V']);
  const compressed = `${stdout}${stderr}`.includes('gzip_static') ? 'gzip_static on;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr error; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=1000;
      types { text/html html; text/javascript js; text/css css; font/woff2 woff2; } ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${PORTAL}; ${compressed} } }`,
  );
  const child = spawn(PROGRAM, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(`${url}/index.html`).catch(() => null))?.ok) break;
    await sleep(50);
  }
  return {
    url,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Cases: the page and the largest script, requested like a browser; the baseline is nginx (`reference`). */
export async function staticCases(): Promise<BenchCase[]> {
  const assets = join(PORTAL, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async (name) => ({ name, size: (await stat(join(assets, name))).size })));
  const largest = sizes.toSorted((a, b) => b.size - a.size)[0]?.name;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip\r\n\r\n`;
  const work = (name: string, path: string): BenchCase => ({
    name,
    kind: 'static',
    connections: [10],
    goal: 0.8,
    aim: 0.9,
    ours: () => ask(path),
    baseline: { server: 'reference', next: () => ask(path) },
  });
  return [work('the page of the portal', '/index.html'), work('its largest script', `/assets/${largest}`)];
}
