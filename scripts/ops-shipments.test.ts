import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { staffShipmentRoutes } from '#server/orders/staff-shipment/staff-shipment.routes.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let folder: string;
let label: string;
let ops: OpsRunner['ops'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startStaffGateway([orderRoutes, labelRoutes, staffShipmentRoutes]));
  ({ ops, printed } = createOpsRunner(gateway.url, folder));
  const { body } = await gateway.call(createOrder, { by: await gateway.addClient(), body: newOrder() });
  label = `${body.results.tracking_id}-1`;
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a label is saved as PDF, or as ZPL', async () => {
  expect(await printed('etiqueta', label.toLowerCase())).toBe(`Se guardó etiqueta-${label}.pdf\n`);
  const { pages } = await readPdf(await readFile(join(folder, `etiqueta-${label}.pdf`)), { scan: false });
  expect(pages.map(({ text }) => text.includes(label))).toEqual([true]);
  expect(await printed('etiqueta', label, '--zpl')).toBe(`Se guardó etiqueta-${label}.zpl\n`);
  const [zpl, ...others] = readZpl(await readFile(join(folder, `etiqueta-${label}.zpl`), 'utf8'));
  expect([zpl?.text.includes(label), others]).toEqual([true, []]);
  expect(await ops(['etiqueta', `${label}9`])).toMatchObject({ code: 1, err: 'No encontramos lo que buscás\n' });
  expect(await printed('etiqueta', '--ayuda')).toContain('label.zpl');
});

test.each([
  ['an en dash', (one: string) => one.replace('-', '–')],
  ['a full stop at its end', (one: string) => `${one}.`],
  ['a zero-width space', (one: string) => `${one.slice(0, 5)}\u200b${one.slice(5)}`],
  ['blanks', (one: string) => `${one.slice(0, 4)} ${one.slice(4, 8)} ${one.slice(8)}`],
  [
    'the address of its tracking page',
    (one: string) => `https://envios.example.com/seguimiento/${one}?utm_source=mail`,
  ],
])('a shipment is found by a label with %s', async (_name, write) => {
  const typed = write(label);
  expect(await printed('etiqueta', typed)).toBe(`Se guardó etiqueta-${label}.pdf\n`);
  expect(await printed('costo', typed)).toBe(await printed('costo', label));
});

test('the cost of a shipment is shown with its parts and its payment', async () => {
  const shown = await printed('costo', label);
  expect(shown).toMatch(/^Zona +Ciudad de Buenos Aires$/m);
  for (const part of ['Valor del envío', 'Seguro', 'IVA', 'Peso cobrado']) expect(shown).toContain(part);
  expect(shown).toMatch(/^Pago +No se paga por adelantado$/m);
});

test('the order of a shipment is shown with its shipments and what the client can do', async () => {
  const shown = await printed('orden-de-envio', label);
  expect(shown).toMatch(/^Cancelar el envío +sí$/m);
  expect(shown).toMatch(/^Pedir la devolución +Esta acción no está habilitada para envíos en este estado$/m);
  expect(shown).toMatch(new RegExp(`^${label} +\\S+`, 'm'));
});

test('a file is asked for again after a code, if its call needs a recent one', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (asked.length === 1)
      response.writeHead(403).end(JSON.stringify({ message: 'Código', code: 'step_up_required' }));
    else response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, out } = await ops(['etiqueta', label, '--url', `http://127.0.0.1:${port}`], undefined, ['123456']);
  server.close();
  expect([code, out]).toEqual([0, `Se guardó etiqueta-${label}.pdf\n`]);
  const file = `POST /api/ops/v1/shipment/${label}/label.pdf`;
  expect(asked).toEqual([file, expect.stringMatching(/^POST .*factor/), file]);
});
