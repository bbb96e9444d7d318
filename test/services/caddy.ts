import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForExit, waitForHttp } from '#test/e2e/server-process.ts';

/**
 * Starts a Caddy on loopback with a site of a Caddyfile.
 *
 * @param url address of the proxied node
 * @returns the function that stops Caddy
 * @throws when Caddy exits or doesn't answer in time
 */
export async function startCaddy(site: string, url: string): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'remito-caddy-'));
  const file = join(folder, 'Caddyfile');
  // Caddy's default ports for administration and plain HTTP may be in use.
  await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder },
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  await waitForHttp(`${url}/livez`, child, () => output);
  return {
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
