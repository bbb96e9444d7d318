import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modificationRoutes } from '#server/orders/modification/modification.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { rescheduleRoutes } from '#server/orders/reschedule/reschedule.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { MAX_RECEIPTS } from '#shared/warehouse/staff-stock.ts';
import type { TestClient, TestGateway } from '#test/app/test-gateway.ts';
import { workingDay } from '#test/app/working-day.ts';
import { createStaffClient, PROVIDER_KEY, startStaffGateway } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit } from '#test/fixtures/order-factory.ts';
import { createStockFixture, warehouseFeatures } from '#test/fixtures/stock-fixture.ts';
import { createFakeJobs } from '#test/services/fake-jobs.ts';
import { commands } from './ops/main.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let client: TestClient;
let folder: string;
let label: string;
let id: string;
let ops: OpsRunner['ops'];
let spawned: OpsRunner['spawned'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startStaffGateway(
    [orderRoutes, shipmentRoutes, modificationRoutes, rescheduleRoutes, ...warehouseFeatures],
    { jobs: createFakeJobs() },
  ));
  client = await gateway.addClient({ fulfillment: true });
  id = String(client.clientId);
  ({ ops, spawned, printed } = createOpsRunner(gateway.url, folder));
  label = await order();
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function order(): Promise<string> {
  const { body } = await gateway.call(createOrder, { by: client, body: newOrder() });
  return `${body.results.tracking_id}-1`;
}

const file = async (name: string, content: unknown) => {
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return name;
};

test('the help lists all commands, and each command’s help its options and calls', async () => {
  const all = await printed();
  for (const { name, help } of commands) expect(all).toMatch(new RegExp(`^  ${name}\\b.* ${help.slice(0, 20)}`, 'm'));
  expect(await printed('cliente', '--ayuda')).toBe(await printed('ayuda', 'cliente'));
  expect(await printed('ayuda', 'cliente')).toContain('PUT /api/ops/v1/client/:clientId');
});

test('the process prints the result and exits with 0, or prints the error and exits with 1', async () => {
  const right = await spawned('cliente', id, '--json');
  expect([right.code, right.err]).toEqual([0, '']);
  expect(JSON.parse(right.out).results.client_id).toBe(client.clientId);
  expect(await spawned('cliente', '999')).toEqual({ code: 1, out: '', err: 'No encontramos lo que buscás\n' });
});

test('clients are listed as a table, or as JSON', async () => {
  await gateway.owner("UPDATE clients SET nombre_empresa = E'Tienda \\x1b[31m\\u202eroja' WHERE client_id = $1", [id]);
  const table = await printed('clientes', '--buscar', 'tienda');
  expect(table).toMatch(/^CLIENTE +EMPRESA +CUIT +ESTADO +USUARIO +EMAIL +PREPAGO/);
  expect(table).toContain(`${id}`);
  expect(table).toContain('30-70835592-1');
  expect(table).toContain('Página 1 de 1, 1 en total');
  // A client's name can't contain terminal escapes or bidi characters.
  expect(table).toContain('Tienda [31mroja');
  const machine = await printed('clientes', '--buscar', 'tienda', '--json');
  for (const char of ['\u001b', '\u202e']) expect(machine).not.toContain(char);
  expect(JSON.parse(machine).results[0]).toMatchObject({ client_id: client.clientId });
  expect(await printed('clientes', '--buscar', 'nadie')).toContain('No hay nada que mostrar');
});

test('a client’s flags are changed one by one', async () => {
  expect(await printed('cliente', id)).toMatch(/^Prepago +no$/m);
  const changed = await printed('cliente', id, '--prepago', '1', '--fulfillment=1');
  expect(changed).toMatch(/^Los permisos del cliente se guardaron$/m);
  expect(changed).toMatch(/^Prepago +sí$/m);
  expect(await printed('cliente', id, '--prepago', '0')).toMatch(/^Fulfillment +sí$/m);
});

test('an event of a shipment is recorded, shown, and ignored when repeated', async () => {
  const when = ['--id', 'uno', '--fecha', new Date().toISOString()];
  const event = ['evento', '--envio', label, '--estado', 'retirado', ...when];
  expect(await printed(...event)).toBe('1 registrados, 0 repetidos, 0 rechazados\n');
  expect(await printed(...event)).toBe('0 registrados, 1 repetidos, 0 rechazados\n');
  const read = await printed('envio', label);
  expect(read).toMatch(/^Estado +Retirado$/m);
  expect(read).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d +Retirado +- +uno +- +Clave tests +no +-$/m);
  const list = await printed('envios', id, '--estado', 'retirado', '--vivos');
  expect(list).toContain(label);
  const [, cursor = ''] = /--cursor (\S+)/.exec(list) ?? [];
  expect(await printed('envios', id, '--cursor', cursor, '--limite', '1')).toMatch(/^(ENVÍO|No hay)/);
});

test('the events of a file are recorded; a refused event is shown with its reason and exits with 1', async () => {
  const other = await order();
  const at = new Date().toISOString();
  const name = await file('eventos.json', {
    events: [
      { event_id: 'a', shipment_id: other, state: 'retirado', at },
      { event_id: 'b', shipment_id: '00000000000-1', state: 'retirado', at },
    ],
  });
  const { code, out } = await ops(['eventos', name]);
  expect(code).toBe(1);
  expect(out).toMatch(/^1 registrados, 0 repetidos, 1 rechazados$/m);
  expect(out).toMatch(new RegExp(`^a +${other} +registrado`, 'm'));
  expect(out).toMatch(/^b +00000000000-1 +rechazado +\S/m);
});

test('a large file of events is sent in several calls, with a result for each event', async () => {
  const other = await order();
  const at = new Date().toISOString();
  const events = Array.from({ length: 1527 }, (_, n) => ({
    event_id: `lote-${n}`,
    shipment_id: n === 1526 ? other : '00000000000-1',
    state: 'retirado',
    at,
  }));
  const { code, out, err } = await ops(['eventos', await file('lote.json', events)]);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^1 registrados, 0 repetidos, 1526 rechazados$/m);
  expect(out.match(/^lote-\d+ /gm)).toHaveLength(1527);
  expect(out).toMatch(new RegExp(`^lote-1526 +${other} +registrado`, 'm'));
});

test('modification requests are listed, approved and rejected', async () => {
  const [approved, rejected] = [await order(), await order()];
  for (const one of [approved, rejected]) {
    await printed('evento', '--envio', one, '--estado', 'retirado');
    const params = { id: one.slice(0, 11) };
    await gateway.call(requestModification, { by: client, params, body: orderEdit() });
  }
  const waiting = await printed('modificaciones', '--cliente', id);
  const requestOf = (one: string) => new RegExp(`(\\d+) +\\S+ +${one.slice(0, 11)}`).exec(waiting)?.[1] ?? '';
  expect(await printed('aprobar', id, requestOf(approved))).toMatch(/^Estado +Aprobado$/m);
  const refused = await ops(['rechazar', id, requestOf(rejected)]);
  expect([refused.code, refused.err]).toEqual([
    1,
    'Revisá los datos marcados\n  reason: Escribí el motivo del rechazo\n',
  ]);
  const reason = await printed('rechazar', id, requestOf(rejected), '--motivo', 'Ya está en camino');
  expect(reason).toMatch(/^Motivo +Ya está en camino$/m);
});

test('requests for another day of delivery are listed, rejected and accepted', async () => {
  const one = await order();
  await printed('evento', '--envio', one, '--estado', 'demorado');
  const ask = async () => {
    const body = { date: workingDay(3, gateway.deps.clock()), note: 'De tarde' };
    return String((await gateway.call(requestReschedule, { by: client, params: { id: one }, body })).body.results.id);
  };
  const rejected = await printed('rechazar-reprogramacion', id, await ask(), '--motivo', 'No hay reparto');
  expect(rejected).toMatch(/^Motivo +No hay reparto$/m);
  const request = await ask();
  expect(await printed('reprogramaciones', '--cliente', id)).toMatch(new RegExp(`${request} +\\S+ +${one}`));
  expect(await printed('aceptar-reprogramacion', id, request)).toMatch(/^Estado +Aprobado$/m);
});

test('terms and tariffs are loaded from files', async () => {
  const terms = await file('terminos.html', '<h2>Condiciones nuevas</h2><script>x()</script>');
  expect(await printed('terminos', terms, '--desde', 'now')).toContain('cada cliente tiene que aceptarlos');
  expect(await printed('terminos')).toMatch(/^\d+( +\d\d\/\d\d\/\d{4} \d\d:\d\d){2} +0 +\d+ +Condiciones nuevas$/m);
  const [row] = JSON.parse(await printed('tarifas', '--json')).results;
  const tariff = await file('tarifa.json', { ...row, tax_percent: 10.5 });
  expect(await printed('tarifa', tariff, '--desde', '2099-01-31')).toMatch(/^Desde +31\/01\/2099$/m);
  expect(await printed('tarifas')).toMatch(/^\d+ +31\/01\/2099 +no +7 +10.5/m);
});

test('pickup points and categories are created and changed', async () => {
  expect(await printed('punto', 'x5000', '--activo', '0')).toMatch(/^Activo +no$/m);
  expect(await printed('puntos', '--buscar', 'cordoba')).toMatch(/^X5000 +Punto Córdoba .* No$/m);
  expect(await printed('puntos', '--buscar', 'cordoba', '--activos')).toContain('No hay nada');
  expect(await printed('categoria-nueva', 'Mascotas')).toContain('La categoría se creó');
  const [, number = ''] = /^(\d+) +Mascotas$/m.exec(await printed('categorias')) ?? [];
  expect(await printed('categoria', number, 'Mascotas y más')).toMatch(/^Nombre +Mascotas y más$/m);
});

test('receipts of stock are recorded one by one or from a file', async () => {
  const measures = { value: 10, length: 1, height: 1, width: 1, weight: 100 };
  const form = { sku: 'TÉ-1', description: 'Té negro', category: 1, ...measures, active: true };
  await gateway.call(createProduct, { by: client, body: form });
  const lot = ['ingreso', id, '--sku', 'TÉ-1', '--lote', 'L1', '--vence', '2099-12-31', '--descripcion', 'Té negro'];
  expect(await printed(...lot, '--unidades', '5', '--id', 'uno')).toMatch(/^uno +TÉ-1 +Té negro +registrado +-$/m);
  expect(await printed(...lot, '--unidades', '5', '--id', 'uno')).toMatch(/^uno +TÉ-1 +Té negro +repetido +-$/m);
  expect(await printed(...lot, '--unidades', '-2')).toMatch(/ registrado +-$/m);
  const name = await file('ingresos.json', [
    { receipt_id: 'a', sku: 'té-1', lot: 'L2', units: 4 },
    { receipt_id: 'b', sku: 'té-1', lot: 'L2', units: -9 },
  ]);
  const { code, out } = await ops(['ingresos', id, name]);
  expect([code, out]).toEqual([1, expect.stringMatching(/^a +té-1 +Té negro +registrado +-$/m)]);
  expect(out).toMatch(/^b +té-1 +- +rechazado +En el lote quedan 4 unidades sin reservar$/m);
  const list = await printed('stock', id, '--sku', 'té-1');
  expect(list).toMatch(/^TÉ-1 +Té negro +- +L1 +31\/12\/2099 +- +3 +0$/m);
  expect(list).toMatch(/^TÉ-1 +Té negro +- +L2 +- +- +4 +0$/m);
});

test('a large file of receipts is sent in several calls, with a result for each receipt', async () => {
  const receipts = Array.from({ length: MAX_RECEIPTS + 1 }, (_, n) => ({
    receipt_id: `n${n}`,
    sku: 'no',
    lot: 'L',
    units: 1,
  }));
  const { code, out, err } = await ops(['ingresos', id, await file('muchos.json', { receipts })]);
  expect([code, err]).toEqual([1, '']);
  expect(out.match(/^n\d+ .*rechazado/gm)).toHaveLength(receipts.length);
});

test('a fulfillment order is shown, prepared in parts and labelled, and another one is cancelled', async () => {
  const shop = await createStockFixture(gateway, createStaffClient(gateway), client);
  await shop.receive(5, 'A');
  const [first, second] = [await shop.made(3), await shop.made(2)];
  const list = await printed('pedidos', '--cliente', id);
  const numberOf = (tracking: string) => new RegExp(`^${id} +(\\d+) +\\S+ +${tracking} `, 'm').exec(list)?.[1] ?? '';
  expect(list).toMatch(/^CLIENTE +PEDIDO +ORDEN +SEGUIMIENTO/);
  expect(list).not.toMatch(new RegExp(`^${id} +\\d+ +${first} `, 'm'));
  const one = [id, numberOf(first)];
  expect(await printed('pedido', ...one)).toMatch(
    new RegExp(`^${first}-1 +Registrado +${shop.sku} .* 3 +0 +A: 3$`, 'm'),
  );
  const part = await printed('preparar', ...one, '--sku', shop.sku, '--unidades', '1');
  expect(part).toMatch(new RegExp(`^${first}-1 +En Preparación +${shop.sku} .* 3 +1 +A: 2$`, 'm'));
  expect(await printed('preparar', ...one, '--cerrar')).toMatch(/^Estado +Preparado$/m);
  expect(await printed('etiquetar', ...one, '--etiqueta', `${first}-1`)).toMatch(
    new RegExp(`^Etiquetas +${first}-1$`, 'm'),
  );
  expect((await ops(['cancelar-pedido', ...one])).err).toBe('El pedido ya está preparado\n');
  const cancelled = await printed('cancelar-pedido', id, numberOf(second), '--motivo', 'Dañado');
  expect(cancelled).toMatch(/^Estado +Cancelado\nMotivo +Dañado$/m);
  expect(await printed('pedidos', '--estado', 'Cancelado')).toContain(second);
});

test('a provider key is created, used and revoked', async () => {
  const [, number = '', key = ''] =
    /^Número +(\d+)$[\s\S]*^Clave +(\S+)$/m.exec(await printed('clave-nueva', 'De paso')) ?? [];
  expect((await ops(['claves'], { OPS_API_KEY: key })).out).toMatch(/De paso \(ésta\)/);
  expect(await printed('revocar', number)).toBe('La clave De paso ya no sirve\n');
  const { code, out, err } = await ops(['claves'], { OPS_API_KEY: key });
  expect([code, out, err]).toEqual([1, '', 'La clave de operador falta o no es válida\n']);
});

test('without OPS_API_KEY the embedded database’s key is used', async () => {
  expect((await ops(['claves'], {})).err).toMatch(/^Falta la clave de operador: definila en OPS_API_KEY$/m);
  await mkdir(join(folder, 'data', 'secrets'), { recursive: true });
  await writeFile(join(folder, 'data', 'secrets', 'ops'), `${PROVIDER_KEY}\n`);
  expect((await ops(['claves'], {})).code).toBe(0);
  // The key belongs to the embedded database only.
  expect((await ops(['claves'], { DATABASE_URL: 'postgres://elsewhere/x' })).code).toBe(1);
});

describe('a failed command exits with 1 and prints the reason:', () => {
  test.each([
    [['nada'], /^No existe el comando nada$/m],
    [['cliente'], /^Falta CLIENTE: Número del cliente, o el nombre de un usuario suyo$/m],
    [['cliente', '1', '2'], /^Sobra el argumento '2'$/m],
    [['clientes', '--color', 'rojo'], /^No existe la opción --color$/m],
    [['clientes', '--buscar'], /^Falta el valor de --buscar: TEXTO$/m],
    [['evento', '--envio', '--estado', 'retirado'], /^Falta el valor de --envio: ETIQUETA$/m],
    [['cliente', '999'], /^No encontramos lo que buscás$/m],
    [['cliente', '../key'], /^Ningún cliente tiene un usuario '..\/key'$/m],
    [['eventos', 'no-hay.json'], /^No se puede leer el archivo no-hay.json$/m],
    [['claves', '--url', 'cualquiera'], /^'cualquiera' no es una dirección válida: /m],
    [['claves', '--url', 'http://127.0.0.1:1'], /^El servidor no responde/m],
    [['tarifa', '[]'], /^El archivo \[\] no contiene un objeto JSON$/m],
    [['clave-nueva', 'OPS_API_KEY'], /^ {2}name: Ese nombre está reservado\. Elegí otro$/m],
  ])('%j', async (args, message) => {
    const { code, out, err } = await ops(args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });

  test.each(['{', '"una palabra"', ''])('a file that contains %j', async (content) => {
    const { code, err } = await ops(['tarifa', await file('mal.json', content), '--desde', '2099-01-31']);
    expect([code, err]).toEqual([
      1,
      'El archivo mal.json no contiene un objeto ni una lista JSON\nAyuda: npm run ops -- ayuda\n',
    ]);
  });
});
