import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorZipCodeRoutes } from '#server/features/zip-code/operator-zip-code.routes.ts';
import { startOperatorGateway } from '#test/operator-client.ts';
import type { TestGateway } from '#test/test-gateway.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let folder: string;
let ops: OpsRunner['ops'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startOperatorGateway([operatorZipCodeRoutes]));
  ({ ops, printed } = createOpsRunner(gateway.url, folder));
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an exported file of pickup points is read again without a change', async () => {
  await printed('puntos-exportar');
  const name = 'puntos-de-retiro.csv';
  expect(await readFile(join(folder, name), 'utf8')).toContain('"A4400";"Punto Salta"');
  const results = await printed('puntos-cargar', name);
  expect(results).toMatch(/^2 +\S+ +igual/m);
  expect(results).not.toMatch(/rechazado$|nuevo$|cambiado$/m);
});

test('a postal code gets another province only with a confirmation of its prices', async () => {
  const place = ['codigo-postal', '9410', 'Ushuaia', 'CABA'];
  const { code, err } = await ops(place);
  expect([code, err]).toEqual([1, expect.stringContaining('Confirmá el cambio de precios')]);
  expect(await printed(...place, '--confirmar-precios')).toBe('La localidad se agregó\n');
});

test('postal codes are read from a file as Excel saves it', async () => {
  await writeFile(
    join(folder, 'cp.csv'),
    Buffer.from('cp;localidad;provincia\r\n8413;Ñorquinco;Río Negro\r\n', 'latin1'),
  );
  expect(await printed('codigos-postales-cargar', 'cp.csv')).toMatch(/^Nuevas +1$/m);
  expect(await printed('codigos-postales', '--buscar', '8413')).toMatch(/^8413 +Ñorquinco +R/m);
});
