import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { takeRowProblems } from './checked-rows.ts';

const client = new pg.Client(inject('databases').owner);
beforeAll(() => client.connect());
afterAll(() => client.end());
afterEach(() => void takeRowProblems());

/** Sends a query as `run` does. */
const send = (text: string, statement = 'calendar.calendar-days') =>
  client.query({ text, statement } as pg.QueryConfig).then(({ rows }) => rows.length);

test('a query answers as its row type says', async () => {
  expect(await send("SELECT '2026-03-02'::date AS day, true AS works")).toBe(1);
  await expect(send('SELECT NULL::date AS day, true AS works')).rejects.toThrow('answered NULL in day');
  await expect(send("SELECT '2026-03-02'::date AS day")).rejects.toThrow('answered the columns day, not day,works');
  await expect(send("SELECT '2026-03-02'::date AS day, true AS works, 1 AS n")).rejects.toThrow('answered the columns');
  await expect(send('SELECT 20260302 AS day, true AS works')).rejects.toThrow('answered day as number, not string');
  expect(takeRowProblems()).toHaveLength(4);
  await expect(send('SELECT 1', 'calendar.unknown')).rejects.toThrow('run npm run docs');
});

test('a query that fails keeps its own error', async () => {
  await expect(send('SELECT 1 / 0')).rejects.toThrow('division by zero');
});
