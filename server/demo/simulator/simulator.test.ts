import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listKeys, revokeKey } from '#shared/provider/staff-keys.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { startSimulator } from './simulator.ts';

let folder: string;
let app: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-simulator-'));
  const settings = { DEMO: '1', SIMULATOR: '1', SMTP_URL: '', DATA_DIR: folder, LOG_LEVEL: 'warn' };
  app = await startTestApp(settings, { onLog: (line) => lines.push(line) });
  await app.server.dataComplete;
});
afterAll(shortenTimeouts());
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const keys = async () =>
  (await createStaffClient(app)(listKeys)).body.results.filter(({ name }) => name === 'Simulador');
const logged = (text: string) => lines.filter((line) => line.includes(text)).length;

test('the simulator starts with the server and moves shipments once the data are complete', async () => {
  const moved = () => app.owner('SELECT FROM shipment_events WHERE event_id IS NOT NULL LIMIT 1');
  await expect.poll(moved).toHaveLength(1);
  expect(await keys()).toMatchObject([{ revoked_at: null }]);
  expect(await readFile(join(folder, 'secrets', 'simulator'), 'utf8')).toMatch(/^ops_/);
});

test('the simulator stops for good when its key is revoked, and logs it once', async () => {
  const [key] = await keys();
  await createStaffClient(app)(revokeKey, { params: { id: key?.id ?? 0 } });
  await expect.poll(() => logged('its key was revoked')).toBe(1);
  const again = await startSimulator(app.server.deps, app.server.url);
  await expect.poll(() => logged('its key was revoked')).toBe(2);
  await again?.stop();
  expect(await keys()).toMatchObject([{ id: key?.id, revoked_at: expect.any(String) }]);
  expect(logged('its key was revoked')).toBe(2);
});

test('the simulator doesn’t start without DEMO, with SIMULATOR=0, or with ROLE=web', async () => {
  const { deps, url } = app.server;
  for (const change of [{ DEMO: false }, { SIMULATOR: false }, { ROLE: 'web' }] as const)
    expect(await startSimulator({ ...deps, config: { ...deps.config, ...change } }, url)).toBeNull();
});

test('the simulator retries while the server doesn’t respond, and can be stopped meanwhile', async () => {
  const away = await startSimulator(app.server.deps, 'http://127.0.0.1:9');
  await expect.poll(() => logged('a simulator round failed')).toBe(1);
  await away?.stop();
  expect(logged('a simulator round failed')).toBe(1);
});
