import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderLabels } from '#shared/orders/labels.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { findAllInconsistencies } from '#test/app/consistency.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { logIn, signUp } from '#test/fixtures/sender-factory.ts';
import { acknowledgedOrders, type WriteLog, writeOrders } from '#test/isolation/order-writers.ts';
import { processEnvironment } from '#test/services/process-environment.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';
import { bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';
import { type CrashDriver, createCrashDriver } from './crash-driver.ts';

/** Number of orders before the backup. */
const ORDERS = scaled(300, 100_000);
const WRITERS = 4;

let driver: CrashDriver;
beforeAll(async () => {
  driver = await createCrashDriver();
});
afterAll(() => driver?.stop());

const at = (name: string) => driver.at(name);

/** Runs a command of package.json on a DATA_DIR. */
function run(script: string, dataDir: string, ...words: string[]) {
  return runWith({}, script, dataDir, ...words);
}

function runWith(settings: NodeJS.ProcessEnv, script: string, dataDir: string, ...words: string[]) {
  const env = { ...processEnvironment(), DATA_DIR: dataDir, INIT_CWD: at('.'), ...settings };
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...words], { env });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, err })),
  );
  return Object.assign(ended, { child });
}

test(
  `a restore contains every order acknowledged up to the backup’s time, with ${ORDERS} orders stored and more written meanwhile`,
  async () => {
    let server = await driver.start();
    const api = createHttpClient(server.url);
    const sender = await signUp(api, driver.mail);
    const sent = await upload(api, sender.token, bulkText(manyCells(ORDERS)));
    expect(sent.status).toBe(200);
    await finished(api, sender.token, sent.body.results.id);
    const writes: WriteLog = new Map();
    let over = false;
    const writers = Array.from({ length: WRITERS }, () => writeOrders(api, sender.token, writes, () => over));
    await expect.poll(() => acknowledgedOrders(writes).length).toBeGreaterThanOrEqual(WRITERS);
    const before = acknowledgedOrders(writes).length;

    expect(await run('backup', at('data'), 'backup')).toMatchObject({ code: 0, err: '' });
    const manifest = JSON.parse(await readFile(at('backup/respaldo.json'), 'utf8'));
    const acknowledged = acknowledgedOrders(writes, Date.parse(manifest.takenAt));
    over = true;
    await Promise.all(writers);
    // Orders were written while the copy ran.
    expect(acknowledged.length).toBeGreaterThan(before);
    for (const path of ['backup', 'backup/secrets', 'backup/base']) {
      expect((await stat(at(path))).mode & 0o777, path).toBe(0o700);
    }
    for (const path of ['backup/postgres.json', 'backup/secrets/jwt', 'backup/base/PG_VERSION']) {
      expect((await stat(at(path))).mode & 0o777, path).toBe(0o600);
    }
    // A running installation isn't replaced.
    expect(await run('restore', at('data'), 'backup', '--reemplazar')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('está en uso: detené el producto primero'),
    });
    await server.stop();

    const restored = await run('restore', at('other'), 'backup');
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('los contadores coinciden');
    expect(await driver.look(findAllInconsistencies, 'other')).toEqual([]);
    server = await driver.start('other');
    const token = await logIn(createHttpClient(server.url), sender.username, sender.password);
    const { body } = await createHttpClient(server.url).call(listOrders, { token, query: { limit: 10_000 } });
    expect(body.pagination.total).toBeGreaterThanOrEqual(ORDERS + acknowledged.length);
    const found = new Set(body.results.map(({ tracking_id }) => tracking_id));
    expect(acknowledged.filter((tracking) => !found.has(tracking))).toEqual([]);
    // The backup contains the secrets: existing sessions stay valid.
    expect((await createHttpClient(server.url).call(listOrders, { token: sender.token })).status).toBe(200);
    // A cancelled order has no label.
    const order = body.results.find(({ printable }) => printable);
    const label = await createHttpClient(server.url).fetch(
      `/api${orderLabels.path.replace(':id', String(order?.id)).replace(':orderId', encodeURIComponent(String(order?.order_id)))}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect([label.status, (await label.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
    await server.stop();
  },
  scaledTimeout(600_000),
);

test('a stopped installation can be backed up, and a restore keeps a copy of the replaced data', async () => {
  expect(await run('backup', at('other'), 'stopped')).toMatchObject({ code: 0, err: '' });
  const refused = await run('restore', at('other'), 'stopped');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--reemplazar')]);
  const replaced = await run('restore', at('other'), 'stopped', '--reemplazar');
  expect([replaced.code, replaced.err]).toEqual([0, '']);
  const [, aside = ''] = /quedó en (\S+):/.exec(replaced.out) ?? [];
  expect(existsSync(join(aside, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
  expect(await driver.look(findAllInconsistencies, 'other')).toEqual([]);
});

test('a restore removes the folder of its database’s socket, which is outside of a DATA_DIR with a long path', async () => {
  await mkdir(at('temporary'));
  const long = at('x'.repeat(80));
  const restored = await runWith({ TMPDIR: at('temporary') }, 'restore', long, 'stopped');
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(existsSync(join(long, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
  expect(await readdir(at('temporary'))).toEqual([]);
});

/** Begins backups until one is killed while it copies files: on a busy machine the copy may be faster than this process. */
async function killBackup(name: string): Promise<void> {
  for (;;) {
    const backup = run('backup', at('other'), name);
    while (!existsSync(at(`${name}.incompleto/base/global`)) && backup.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
    backup.child.kill('SIGKILL');
    const { code } = await backup;
    if (code !== 0) return;
    await rm(at(name), { recursive: true });
  }
}

test('an incomplete or damaged backup is refused', async () => {
  await killBackup('cut');
  expect(existsSync(at('cut'))).toBe(false);
  const half = await run('restore', at('third'), 'cut.incompleto');
  expect([half.code, half.err]).toEqual([1, expect.stringContaining('es un respaldo interrumpido')]);
  const again = await run('backup', at('other'), 'cut');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('es de un respaldo interrumpido')]);

  await rename(at('stopped'), at('damaged'));
  await appendFile(at('damaged/base/pg_xact/0000'), 'x');
  const damaged = await run('restore', at('third'), 'damaged');
  expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining('pg_xact/0000 del respaldo')]);
  await rm(at('damaged/base/pg_xact/0000'));
  const missing = await run('restore', at('third'), 'damaged');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('le falta un archivo')]);
  expect(await run('backup', at('nothing'), 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no hay una base'),
  });
});

test('unknown options print the usage, and an external database requires its own backup tools', async () => {
  for (const script of ['backup', 'restore']) {
    const usage = `Uso: npm run ${script} -- `;
    expect(await run(script, at('other'))).toMatchObject({ code: 1, out: '', err: expect.stringContaining(usage) });
    expect(await run(script, at('other'), '--ayuda')).toMatchObject({ code: 0, out: expect.stringContaining(usage) });
    const elsewhere = { DATABASE_URL: 'postgres://db.example.com/remito' };
    const refused = await runWith(elsewhere, script, at('other'), 'x');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('docs/recovery.md')]);
  }
});
