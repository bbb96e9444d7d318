import { expect, test } from 'vitest';
import { saveMapping } from '#shared/bulk/batches.ts';
import { REQUIRED_COLUMNS } from '#shared/bulk/layout/columns.ts';
import { rememberedMapping } from '#shared/bulk/shops/file-values.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { bulkMapping, finished, upload } from '#test/texts/bulk-file-factory.ts';
import { csvText } from '#test/texts/shop-exports.ts';
import { readOrdersOfShop, VALUES } from '#test/texts/shop-orders.ts';
import { shopifyExport } from '#test/texts/shopify-export.ts';
import { tiendanubeExport, tiendanubeRow } from '#test/texts/tiendanube-export.ts';

const { app, mail } = await sharedApp();

test.each([
  ['Tiendanube', tiendanubeExport],
  ['Shopify', shopifyExport],
])('300 orders of %s are sent in one round but for what is truly missing, and once', async (_shop, build) => {
  const sender = await signUp(app, mail);
  const exported = build();
  const sheet = (await readOrdersOfShop(exported.bytes)).sheet(VALUES);
  const work = async (csv: string) => {
    const { status, body } = await upload(app, sender.token, csv);
    expect(status, body.message).toBe(200);
    return finished(app, sender.token, body.results.id);
  };

  // The rows as the portal sends them: the server refuses what the browser marks, in the shop's own rows and numbers.
  const batch = await work(sheet.csv('all'));
  expect(batch.ordenes).toBe(exported.ready.length);
  const refused = batch.logs.filter(({ resultado }) => resultado === 'Error');
  expect(refused.map(({ id, errores }) => ({ row: id, column: errores[0]?.columna }))).toEqual(
    exported.missing.map(({ row, column }) => ({ row, column })),
  );
  for (const { row, order } of exported.missing) {
    expect(batch.logs.find(({ id }) => id === row)?.mensaje).toContain(order);
  }

  const count = async () =>
    (await app.call(listOrders, { token: sender.token, query: { limit: 1 } })).body.pagination.total;
  const orders = await count();
  const again = await work(sheet.csv('good'));
  expect(again.ordenes).toBe(0);
  expect(again.logs.every(({ resultado }) => resultado === 'Omitido')).toBe(true);
  expect(await count()).toBe(orders);
});

test.each([
  ['Tiendanube', tiendanubeExport],
  ['Shopify', shopifyExport],
])(
  'an export of %s itself is refused until the sender has chosen its sizes, whatever mapping is saved',
  async (shop, build) => {
    const sender = await signUp(app, mail);
    const { bytes } = build();
    const { format, headers } = await readOrdersOfShop(bytes);
    const save = (body: unknown) => app.call(saveMapping, { token: sender.token, body: body as never });
    const header = format.headers.receiver?.[0] ?? '';
    const columns = Object.fromEntries(REQUIRED_COLUMNS.map((column) => [column, { header, value: '' }]));
    // As an earlier version of the portal remembered what a file lacks.
    expect((await save({ headers: headers.filter((name) => name !== ''), columns, peso_en: 'g' })).status).toBe(200);
    const { status, body } = await upload(app, sender.token, bytes);
    expect({ status, message: body.message }).toMatchObject({
      status: 422,
      message: expect.stringContaining(`Exportación de ${shop}: subila una vez desde el portal`),
    });
  },
);

test.each([
  ['Tiendanube', tiendanubeExport],
  ['Shopify', shopifyExport],
])(
  'an export of %s itself becomes the orders that the portal makes of it, without those that only a person takes in',
  async (_shop, build) => {
    const sender = await signUp(app, mail);
    const exported = build();
    const { format, orders, sheet } = await readOrdersOfShop(exported.bytes);
    const remembered = rememberedMapping(format, VALUES);
    expect((await app.call(saveMapping, { token: sender.token, body: remembered })).status).toBe(200);
    const { status, body } = await upload(app, sender.token, exported.bytes);
    expect(status, body.message).toBe(200);
    const batch = await finished(app, sender.token, body.results.id);

    const unpaid = new Set(
      orders.filter((order) => format.leftOut(order) === 'unpaid').map(({ cells }) => cells.order),
    );
    expect(unpaid.size).toBeGreaterThan(10);
    const ready = exported.ready.filter((number) => !unpaid.has(number));
    expect(batch.ordenes).toBe(ready.length);
    const outcome = new Map(batch.logs.map((log) => [log.id, log]));
    const rows = orders.flatMap((order) => order.rows.map(({ row }) => ({ row, number: order.cells.order })));
    for (const { row, number } of rows) {
      const { resultado, mensaje } = outcome.get(row) ?? {};
      const expected = unpaid.has(number) ? 'Omitido' : ready.includes(number) ? 'Procesado' : 'Error';
      expect({ row, resultado }, mensaje).toEqual({ row, resultado: expected });
      if (expected === 'Omitido') expect(mensaje).toContain('sin pago confirmado');
    }
    const read = sheet(VALUES);
    const doubtful = read
      .rows('good')
      .filter(({ cells, row }) => !unpaid.has(cells.nro_orden) && read.doubtsOf(row).length > 0);
    expect(batch.dudas).toBe(doubtful.length);
  },
);

test('a repeated row of an order that needs no shipment is omitted with it', async () => {
  const sender = await signUp(app, mail);
  const cells = {
    'Número de orden': 'R-1',
    Email: 'ana@example.com',
    'Nombre para el envío': 'Ana Paz',
    Dirección: 'Mitre',
    Número: '120',
    'Código postal': '1425',
    'Provincia o estado': 'Capital Federal',
    'Nombre del producto': 'Taza',
    'Precio del producto': '1500.00',
    'Cantidad del producto': '1',
    'Estado de la orden': 'Cancelada',
  };
  const bytes = Buffer.from(csvText([tiendanubeRow(null), tiendanubeRow(cells), tiendanubeRow(cells)], ';'));
  const { format } = await readOrdersOfShop(bytes);
  expect((await app.call(saveMapping, { token: sender.token, body: rememberedMapping(format, VALUES) })).status).toBe(
    200,
  );
  const { body } = await upload(app, sender.token, bytes);
  const batch = await finished(app, sender.token, body.results.id);
  expect(batch).toMatchObject({ ordenes: 0, errores: 0, omitidas: 2 });
  expect(batch.logs.map(({ mensaje }) => mensaje)).toEqual([
    expect.stringContaining('Fila 2: omitida. En la tienda es una orden cancelada'),
    expect.stringContaining('Fila 3: omitida. En la tienda es una orden cancelada'),
  ]);
});

test('names and addresses that are too long to be divided are refused in their cells, and the others are taken', async () => {
  const sender = await signUp(app, mail);
  const { columns } = bulkMapping();
  const own = (header: string) => ({ header, value: '' });
  const { nombre, apellido, calle, altura, ...fixed } = columns as Record<string, unknown>;
  expect([nombre, apellido, calle, altura]).not.toContain(undefined);
  const mapping = {
    headers: ['Pedido', 'Cliente', 'Domicilio'],
    columns: { ...fixed, nro_orden: own('Pedido'), nombre_completo: own('Cliente'), direccion: own('Domicilio') },
    peso_en: 'g',
  };
  expect((await app.call(saveMapping, { token: sender.token, body: mapping as never })).status).toBe(200);
  const dots = '.'.repeat(2_000);
  const rows = [...Array(16).keys()].map((n) => `D-${n};${dots};${dots}`);
  const file = ['Pedido;Cliente;Domicilio', ...rows, `D-99;Ana Paz;Mitre 120 3 B`].join('\r\n');
  const { body } = await upload(app, sender.token, file);
  const batch = await finished(app, sender.token, body.results.id);
  expect(batch.ordenes).toBe(1);
  const [first] = batch.logs.filter(({ resultado }) => resultado === 'Error');
  expect(first?.errores.map(({ columna, motivo }) => `${columna}: ${motivo}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/: El nombre tiene más de 200 caracteres/),
      expect.stringMatching(/: La dirección tiene más de 200 caracteres/),
    ]),
  );
});
