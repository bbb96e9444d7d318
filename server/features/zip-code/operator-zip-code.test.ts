import { afterAll, beforeAll, expect, test } from 'vitest';
import { findZipCodes } from '#shared/lookups.ts';
import { addLocality, importLocalities, listLocalities, removeLocality } from '#shared/ops/zip-codes.ts';
import { type createOperatorClient, startOperatorGateway } from '#test/operator-client.ts';
import type { TestClient, TestGateway } from '#test/test-gateway.ts';
import { operatorZipCodeRoutes } from './operator-zip-code.routes.ts';
import { zipCodeRoutes } from './zip-code.routes.ts';

let gateway: TestGateway;
let operator: ReturnType<typeof createOperatorClient>;
let client: TestClient;
beforeAll(async () => {
  ({ gateway, operator } = await startOperatorGateway([zipCodeRoutes, operatorZipCodeRoutes]));
  client = await gateway.addClient();
});
afterAll(() => gateway?.stop());

const search = async (text: string) =>
  (await operator(listLocalities, { query: { filter: { search: text }, limit: 5 } })).body;
const seenBySenders = async (code: string) =>
  (await gateway.call(findZipCodes, { by: client, query: { filter: { code } } })).body.results.map(({ city }) => city);

test('localities are found by the beginning of their code or by part of their city', async () => {
  const { results, pagination } = await search('1425');
  expect(results.every(({ zip_code }) => zip_code === '1425')).toBe(true);
  expect(pagination.total).toBeGreaterThan(0);
  expect((await search('cordob')).results).toContainEqual(expect.objectContaining({ city: 'Córdoba', province: 'X' }));
  expect((await search('%')).results).toEqual([]);
});

test('an added locality is offered to senders, and a removed one no more', async () => {
  const place = { zip_code: 'R8411ABC', city: 'Villa Traful', province: 'Río Negro' };
  const { body } = await operator(addLocality, { body: place });
  expect(body.results).toEqual({ zip_code: '8411', city: 'Villa Traful', province: 'R' });
  expect(await seenBySenders('8411')).toContain('Villa Traful');
  const again = await operator(addLocality, { body: { ...place, city: 'VILLA TRAFUL' } });
  expect([again.status, again.body.message]).toEqual([409, 'Esa localidad ya está en la lista']);
  expect((await operator(removeLocality, { body: { ...place, city: 'villa traful' } })).status).toBe(200);
  expect(await seenBySenders('8411')).not.toContain('Villa Traful');
  expect((await operator(removeLocality, { body: place })).status).toBe(404);
});

test('a removed locality leaves one of the same name and code in another province', async () => {
  const place = { zip_code: '8413', city: 'Dos Provincias' };
  for (const province of ['R', 'Q']) await operator(addLocality, { body: { ...place, province } });
  expect((await operator(removeLocality, { body: { ...place, province: 'Q' } })).status).toBe(200);
  expect((await search('8413')).results).toEqual([{ ...place, province: 'R' }]);
});

test('a code of another province, an unknown province and a missing city are refused at their fields', async () => {
  for (const [changes, field] of [
    [{ zip_code: 'X8411ABC' }, 'zip_code'],
    [{ zip_code: '0411' }, 'zip_code'],
    [{ province: 'Montevideo' }, 'province'],
    [{ city: ' ' }, 'city'],
  ] as const) {
    const body = { zip_code: '8411', city: 'Villa Traful', province: 'R', ...changes };
    const { status, body: refusal } = await operator(addLocality, { body });
    expect([status, refusal.errors?.map((error) => error.field)]).toEqual([422, [field]]);
  }
});

test('a list adds what is new, and reports each wrong row with its line', async () => {
  const text = 'cp;localidad;provincia\n8412;Paraje Uno;R\n8412;Paraje Dos;Río Negro\n;Sin código;R\n5000;Córdoba;X';
  const { body } = await operator(importLocalities, { body: { text } });
  expect(body).toEqual({
    message: 'Se agregaron 2 localidades',
    results: { read: 3, added: 2, problems: [{ line: 4, message: "El código postal '' no es válido" }] },
  });
  expect((await operator(importLocalities, { body: { text } })).body.results.added).toBe(0);
  expect(await seenBySenders('8412')).toEqual(['Paraje Dos', 'Paraje Uno']);
});
