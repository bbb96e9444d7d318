import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { startTestApp, type TestApp } from './app/test-app.ts';
import { clockEnvironment, pageClock, TEST_NOW } from './test-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Longest time in ms that this file takes; TEST_NOW is usually further from today. */
const FILE_MS = 5 * MINUTE_MS;

const sinceBegin = (moment: number) => moment - TEST_NOW;

const databaseTime = async () => {
  const [row] = await app.owner<{ time: Date }>('SELECT current_moment() AS time');
  return row?.time.getTime() ?? 0;
};

test('this process, its database and the processes that it starts have the time of the tests', async () => {
  const script = 'console.log(Date.now())';
  const env = { PATH: process.env.PATH, ...clockEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
  for (const moment of [
    Date.now(),
    Date.parse(new Date().toISOString()),
    Date.parse(Date()),
    await databaseTime(),
    Number(stdout),
  ]) {
    expect(sinceBegin(moment)).toBeGreaterThanOrEqual(-1000);
    expect(sinceBegin(moment)).toBeLessThan(FILE_MS);
  }
});

test('a database that a server of a test migrates has the time of the tests', async () => {
  const fresh = await startTestApp({}, { fresh: true });
  const [row] = await fresh.owner<{ time: Date }>('SELECT current_moment() AS time');
  expect(Math.abs((row?.time.getTime() ?? 0) - Date.now())).toBeLessThan(FILE_MS);
  await fresh.stop();
});

test('a stopped clock stops the database, too', async () => {
  const moment = new Date('2031-03-04T05:06:07.089Z');
  app.setTime(moment);
  // Nearly: rows keep the order in which they were written.
  expect(Math.abs((await databaseTime()) - moment.getTime())).toBeLessThan(1000);
  app.setTime(null);
  expect(sinceBegin(await databaseTime())).toBeLessThan(FILE_MS);
});

test('the shifted Date is otherwise the one of JavaScript', () => {
  const past = new Date(2020, 1, 29, 12);
  expect([past.getMonth(), new Date(past).getTime() - past.getTime()]).toEqual([1, 0]);
  expect([Date.UTC(2020, 0), Date.length, Date.name]).toEqual([1_577_836_800_000, 7, 'Date']);
  expect([new Date() instanceof Date, new Date().constructor === Date, typeof Date()]).toEqual([true, true, 'string']);
  class Day extends Date {}
  expect([new Day() instanceof Day, new Day(5).getTime()]).toEqual([true, 5]);
  expect(sinceBegin(new Day().getTime())).toBeLessThan(FILE_MS);
});

test('pages get a script that shifts their Date', () => {
  const time = runInNewContext(`${pageClock()}; Date.now()`);
  expect(sinceBegin(time)).toBeGreaterThanOrEqual(0);
  expect(sinceBegin(time)).toBeLessThan(FILE_MS);
});
