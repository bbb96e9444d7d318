import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { bindTransaction, type Trx } from '#server/db/connection.ts';
import { createTestDatabase, type TestDatabase } from '#test/app/test-database.ts';
import type { Locality } from './locality-import.ts';
import { findLocalities, importLocalities, provincesOfZip } from './zip-code.store.ts';

let server: TestDatabase;
let owner: pg.Client;
let trx: Trx;

beforeAll(async () => {
  server = await createTestDatabase(inject('databases'));
  owner = new pg.Client(server.owner);
  await owner.connect();
  trx = bindTransaction(owner, false);
});

beforeEach(async () => {
  await owner.query('DELETE FROM zip_codes');
});

afterAll(async () => {
  await owner.end();
  await server.stop();
});

const places: Locality[] = [
  { code: '1425', city: 'Palermo', province: 'C' },
  { code: '1414', city: 'Villa Crespo', province: 'C' },
  { code: '1414', city: 'Palermo', province: 'C' },
  { code: '5000', city: 'Córdoba', province: 'X' },
  { code: '2354', city: 'Ceres', province: 'S' },
  { code: '2354', city: 'Selva', province: 'G' },
];

const first = { page: 1, limit: 999 };

test('a repeated import adds nothing, even in capitals without accents', async () => {
  expect(await importLocalities(trx, places)).toBe(6);
  expect(await importLocalities(trx, places)).toBe(0);
  expect(await importLocalities(trx, [{ code: '5000', city: 'CORDOBA', province: 'X' }, ...places])).toBe(0);
  expect(await importLocalities(trx, [{ code: '5001', city: 'Córdoba', province: 'X' }])).toBe(1);
});

test('25,000 localities are imported once each', async () => {
  const many = Array.from({ length: 25_000 }, (_, row): Locality => {
    return { code: String(1000 + (row % 9000)), city: `Paraje ${row}`, province: 'E' };
  });
  expect(await importLocalities(trx, many)).toBe(25_000);
  expect((await findLocalities(trx, undefined, { page: 1, limit: 10 })).total).toBe(25_000);
});

test('localities are found by the beginning of their code, sorted by code and city', async () => {
  await importLocalities(trx, places);
  const found = async (code: string) =>
    (await findLocalities(trx, code, first)).rows.map((row) => `${row.code} ${row.city}`);
  const inThe14s = ['1414 Palermo', '1414 Villa Crespo', '1425 Palermo'];
  expect(await found('1')).toEqual(inThe14s);
  expect(await found('14')).toEqual(inThe14s);
  expect(await found('1425')).toEqual(['1425 Palermo']);
  expect(await found('c1425abc')).toEqual(['1425 Palermo']);
  for (const nothing of ['9', '1426', 'palermo', '%', '14255']) expect(await found(nothing)).toEqual([]);
});

test('the list has pages, and a page past the end returns the last page', async () => {
  await importLocalities(trx, places);
  const page = async (number: number) => {
    const { rows, ...rest } = await findLocalities(trx, '', { page: number, limit: 4 });
    return { ...rest, codes: rows.map(({ code }) => code) };
  };
  expect(await page(1)).toEqual({ total: 6, page: 1, codes: ['1414', '1414', '1425', '2354'] });
  expect(await page(2)).toEqual({ total: 6, page: 2, codes: ['2354', '5000'] });
  expect(await page(Number.MAX_SAFE_INTEGER)).toEqual({ total: 6, page: 2, codes: ['2354', '5000'] });
  expect(await findLocalities(trx, '9', { page: 3, limit: 4 })).toEqual({ total: 0, page: 1, rows: [] });
});

test('a code in two provinces returns both', async () => {
  await importLocalities(trx, places);
  expect(await provincesOfZip(trx, '2354')).toEqual(['G', 'S']);
  expect(await provincesOfZip(trx, 'C1425ABC')).toEqual(['C']);
  expect(await provincesOfZip(trx, '9999')).toEqual([]);
  expect(await provincesOfZip(trx, 'x')).toEqual([]);
});
