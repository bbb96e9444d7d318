import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAllInconsistencies } from '#test/app/consistency.ts';
import { createHttpClient } from '#test/callers/http-client.ts';
import { scaled } from '#test/test-scale.ts';
import { openSessions, startLoad } from '#test/trials/load.ts';
import { type CrashDriver, createCrashDriver } from './crash-driver.ts';

const SECONDS = scaled(2, 300);

let driver: CrashDriver;
beforeAll(async () => {
  driver = await createCrashDriver();
});
afterAll(() => driver?.stop());

/** Returns the memory of a process in MB; Linux only. */
async function memoryOf(pid = 0): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}

test(`no call fails in ${SECONDS} seconds of fifty users who list, read and create orders without a pause`, async ({
  annotate,
}) => {
  const server = await driver.start();
  const api = createHttpClient(server.url);
  const sessions = await openSessions(api, driver.mail);
  expect(sessions).toHaveLength(50);
  const before = await memoryOf(server.process.pid);
  const load = startLoad(api, sessions, { thinks: 0 });
  await sleep(SECONDS * 1000);
  await load.end();
  const after = await memoryOf(server.process.pid);

  expect(load.failed).toEqual([]);
  expect(load.stale).toBe(0);
  expect(await driver.look(findAllInconsistencies)).toEqual([]);
  const sorted = load.took.toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(sorted[Math.floor(part * sorted.length)] ?? 0);
  await annotate(
    `${sorted.length} calls, p50 ${share(0.5)} ms, p99 ${share(0.99)} ms; memory ${Math.round(before)} → ${Math.round(after)} MB`,
  );
});
