// Runs the portal with hot reload on :5173 and the gateway on PORT (3000), which restarts when its sources change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
const gateway = spawn(process.execPath, ['--watch-path=server', '--watch-path=shared', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' },
});

const target = `http://localhost:${port}`;
const portal = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: { port: 5173, strictPort: true, proxy: { '/api': target, '/dev': target, '/seguimiento': target } },
});
await portal.listen();
portal.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    gateway.kill('SIGTERM');
    await portal.close();
    process.exit(0);
  });
}
