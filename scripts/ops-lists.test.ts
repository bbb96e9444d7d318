import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalRoutes } from '#server/people/approval/approval.routes.ts';
import { staffZipCodeRoutes } from '#server/provider/zip-code/staff-zip-code.routes.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { startStaffGateway } from '#test/callers/staff-client.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let folder: string;
let ops: OpsRunner['ops'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startStaffGateway([staffZipCodeRoutes, approvalRoutes]));
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

test('any call of the provider’s API can be made by its method and path, with a body or a file for its answer', async () => {
  const { clientId } = await gateway.addClient();
  expect(await printed('llamada', `POST /api/ops/v1/client/${clientId}/block`, '{"reason": "Deuda"}')).toMatch(
    /^Bloqueado +Deuda$/m,
  );
  const withState = (state: string) => printed('llamada', `GET /ops/v1/client/?filter[state]=${state}&limit=5`);
  expect(await withState('blocked')).toContain(String(clientId));
  expect(await withState('rejected')).toMatch(/^No hay nada que mostrar\nPágina 1 de 1, 0 en total$/m);
  await writeFile(join(folder, 'cuerpo.json'), '{"prepago": true}');
  const changed = await printed('llamada', `PUT /ops/v1/client/u${clientId}`, 'cuerpo.json', '--json');
  expect(JSON.parse(changed).results).toMatchObject({ client_id: clientId, prepago: true });
  expect(await printed('llamada', 'GET /ops/v1/pickup_point/export/csv')).toBe('Se guardó llamada.csv\n');
  expect(await readFile(join(folder, 'llamada.csv'), 'utf8')).toContain('"Punto Salta"');
  expect(await ops(['llamada', 'GET /ops/v1/nada'])).toMatchObject({
    code: 1,
    err: expect.stringContaining("La API del operador no tiene la llamada 'GET /ops/v1/nada'"),
  });
});
