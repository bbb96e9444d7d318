import { beforeAll, describe, expect, test } from 'vitest';
import { exportFailedRows, listBatches, listBatchLogs, readBatch } from '#shared/bulk/batches.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { cancelOrder, listOrders, readOrder } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { bulkCells, bulkText, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

const { app, mail } = await sharedApp();

let sender: Sender;
beforeAll(async () => {
  sender = await signUp(app, mail);
});

async function work(content: string | Uint8Array, by = sender) {
  const { status, body } = await upload(app, by.token, content);
  expect(status, body.message).toBe(200);
  return { reply: body, batch: await finished(app, by.token, body.results.id) };
}

const ordersOf = async (by: Sender) =>
  (await app.call(listOrders, { token: by.token, query: { limit: 1 } })).body.pagination.total;

test('of two thousand rows with forty errors, 1,960 become orders and forty are reported by row, column and reason', async () => {
  const shop = await signUp(app, mail);
  const mistakes = [
    ['email', 'sin-arroba', 'El email es inválido'],
    ['cp', '12', 'El código postal no es válido'],
    ['telefono', '12', 'El número es muy corto'],
    ['documento', '', 'Este dato es obligatorio'],
    ['provincia', 'Atlántida', 'Elegí una provincia de la lista'],
    ['peso_g', '0', 'Debe ser mayor a 0'],
    ['largo_cm', '10000', 'Debe ser menor o igual a 9999'],
    ['nombre', 'x'.repeat(31), 'Ingrese hasta 30 caracteres'],
    ['modo_entrega', '9', 'El valor no es válido'],
    ['valor', 'mucho', 'Ingresá un número'],
  ] as const;
  const rows = manyCells(2000);
  const planted = Array.from({ length: 40 }, (_, index) => {
    const [column, value, reason] = mistakes[index % mistakes.length] as (typeof mistakes)[number];
    const at = 7 + index * 49;
    rows[at] = bulkCells(at + 1, { [column]: value });
    return { row: at + 2, column, value, reason };
  });
  const file = bulkText(rows);
  const { reply, batch } = await work(file, shop);
  expect(reply.message).toBe('Recibimos ventas.csv: 2.000 órdenes en 2.000 filas.');
  expect(batch).toMatchObject({ ordenes: 1960, cantidad: 2000, estado: 'Procesado', filas: 2000, errores: 40 });
  const wrong = batch.logs.filter(({ tipo }) => tipo === 'error');
  expect(wrong.map(({ id, errores }) => ({ row: id, errores }))).toEqual(
    planted.map(({ row, column, value, reason }) => ({
      row,
      errores: [{ columna: column, valor: value, motivo: expect.stringContaining(reason) }],
    })),
  );
  expect(batch.logs.filter(({ tipo }) => tipo === 'success')).toHaveLength(1960);
  expect(await ordersOf(shop)).toBe(1960);

  const again = await work(file, shop);
  expect(again.reply.results.igual_a?.id).toBe(batch.id);
  expect(again.reply.message).toContain(`Es igual al archivo del lote #${batch.id}`);
  expect(again.batch).toMatchObject({ ordenes: 0, cantidad: 2000, errores: 40, omitidas: 1960 });
  expect(await ordersOf(shop)).toBe(1960);
});

describe('a batch', () => {
  test('is in the list and has a detail, and its orders equal orders that are created one by one', async () => {
    app.setTime(new Date('2026-03-02T15:04:00Z'));
    const { batch } = await work(bulkText([bulkCells(1, { nro_orden: 'UNO', observaciones: 'Ñandú; "timbre"' })]));
    const { body: single } = await app.call(createOrder, {
      token: sender.token,
      body: newOrder({ order_id: 'SUELTA' }),
    });
    app.setTime(null);
    const list = await app.call(listBatches, {
      token: sender.token,
      query: { filter: { from_date: '2026-03-02', to_date: '2026-03-02' } },
    });
    const row = { id: batch.id, archivo: 'ventas.csv', fecha: '02/03/2026 12:04', ordenes: 1, cantidad: 1 };
    expect(list.body.results).toMatchObject([row]);
    expect(batch).toMatchObject({ ...row, results: row });
    const [log] = batch.logs;
    expect(log).toMatchObject({ id: 2, tipo: 'success', mensaje: 'Fila 2: se creó la orden UNO', errores: [] });
    const read = async (id: string) =>
      (await app.call(readOrder, { token: sender.token, params: { id } })).body.results;
    const order = await read(log?.order.tracking_id ?? '');
    const other = await read(single.results.tracking_id);
    expect(order).toMatchObject({
      order_id: 'UNO',
      order_state: other.order_state,
      printable: other.printable,
      cancellable: other.cancellable,
      date: '2026-03-02T12:04:00-03:00',
      receiver: { receiver_name: 'Lucía Benítez', address_other_info: 'Ñandú; "timbre"' },
      shippings: [{ weight: 900, value: 15_000, items: [{ sku: 'NO_INFORMADO', quantity: 1 }] }],
    });
    const outside = await app.call(listBatches, { token: sender.token, query: { filter: { to_date: '2026-03-01' } } });
    expect(outside.body.results).toEqual([]);
  });

  test('groups rows with one order number into an order, by `envio` into shipments and by SKU into items, wherever they are', async () => {
    const product = { category: 1, value: 1000, length: 1, height: 1, width: 1, weight: 250, active: true };
    for (const sku of ['TAZA', 'Plato'])
      await app.call(createProduct, { token: sender.token, body: { ...product, sku, description: sku } });
    const empty = { nombre: '', apellido: '', documento: '', email: '', largo_cm: '', valor: '' };
    const { batch } = await work(
      bulkText([
        bulkCells(1, { nro_orden: 'VARIAS', envio: 'a', sku: 'taza', cantidad: '2' }),
        bulkCells(2, { nro_orden: 'OTRA' }),
        bulkCells(1, { nro_orden: 'VARIAS', envio: 'b', sku: 'PLATO' }),
        bulkCells(1, { nro_orden: 'VARIAS', envio: 'a', sku: 'Plato', cantidad: '1', ...empty }),
      ]),
    );
    expect(batch).toMatchObject({ ordenes: 2, cantidad: 2, filas: 4, errores: 0 });
    const [first, other, second, third] = batch.logs.map(({ order }) => order.tracking_id);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
    const { body } = await app.call(readOrder, { token: sender.token, params: { id: first ?? '' } });
    expect(body.results.shippings.map(({ weight, value, items }) => ({ weight, value, items }))).toMatchObject([
      {
        weight: 750,
        value: 3000,
        items: [
          { sku: 'TAZA', quantity: 2 },
          { sku: 'Plato', quantity: 1 },
        ],
      },
      { weight: 250, value: 1000, items: [{ sku: 'Plato', quantity: 1 }] },
    ]);
  });

  test('fails all rows of an order with one wrong row, and names the wrong row', async () => {
    const { batch } = await work(
      bulkText([
        bulkCells(1, { nro_orden: 'MITAD', envio: '1' }),
        bulkCells(1, { nro_orden: 'MITAD', envio: '2', alto_cm: '' }),
        bulkCells(1, { nro_orden: 'SKU', sku: 'NO-HAY' }),
        bulkCells(1, { nro_orden: 'CHOCA', envio: '1' }),
        bulkCells(1, { nro_orden: 'CHOCA', envio: '2', cp: '1425' }),
      ]),
    );
    expect(batch.ordenes).toBe(0);
    expect(batch.logs.map(({ mensaje }) => mensaje)).toEqual([
      'Fila 2, orden MITAD: No se creó por lo que dice la fila 3',
      'Fila 3, orden MITAD: columna alto_cm, vacía: El alto es obligatorio',
      'Fila 4, orden SKU: columna sku, valor «NO-HAY»: No encontramos ese producto entre los activos',
      'Fila 5, orden CHOCA: No se creó por lo que dice la fila 6',
      'Fila 6, orden CHOCA: columna cp, valor «1425»: No coincide con la fila 5, que es de la misma orden',
    ]);
  });

  test('skips an existing order, and creates it again once it is cancelled', async () => {
    await app.call(createOrder, { token: sender.token, body: newOrder({ order_id: 'ESTABA' }) });
    const file = bulkText([bulkCells(1, { nro_orden: 'ESTABA' })]);
    const { batch } = await work(file);
    expect(batch).toMatchObject({ ordenes: 0, omitidas: 1, errores: 0 });
    const [log] = batch.logs;
    expect(log).toMatchObject({ tipo: 'error', resultado: 'Omitido' });
    expect(log?.mensaje).toBe('Fila 2: omitida, ya tenés la orden ESTABA');
    const spelled = await work(
      bulkText([bulkCells(1, { nro_orden: 'ESTA\u200bBA' }), bulkCells(2, { nro_orden: 'estaba' })]),
    );
    expect(spelled.batch).toMatchObject({ ordenes: 1, omitidas: 1 });
    const cancelled = await app.call(cancelOrder, {
      token: sender.token,
      params: { id: log?.order.tracking_id ?? '' },
    });
    expect(cancelled.status).toBe(200);
    expect((await work(file)).batch).toMatchObject({ ordenes: 1, omitidas: 0 });
  });

  test('creates unpaid orders for a prepaid client, and refuses reverse logistics without the flag', async () => {
    const prepaid = await signUp(app, mail);
    await app.owner(
      'UPDATE clients SET prepago = true WHERE client_id = (SELECT client_id FROM users WHERE username = $1)',
      [prepaid.username],
    );
    const rows = [bulkCells(1), bulkCells(2, { modo_entrega: 'Logística inversa' })];
    const { batch } = await work(bulkText(rows), prepaid);
    const [paid, reverse] = batch.logs;
    const { body } = await app.call(readOrder, {
      token: prepaid.token,
      params: { id: paid?.order.tracking_id ?? '' },
    });
    expect(body.results).toMatchObject({ order_state: { name: 'Pendiente de Pago' }, payable: true, printable: false });
    expect(reverse?.mensaje).toContain('Tu cuenta no tiene habilitado este modo de entrega. Puede ser: 1 Entrega');
  });

  test('exports its failed rows as a file that can be corrected and uploaded again', async () => {
    const shop = await signUp(app, mail);
    const rows = [bulkCells(1), bulkCells(2, { email: '=cmd()', observaciones: '=1+1' }), bulkCells(3, { barrio: '' })];
    const { batch } = await work(bulkText(rows), shop);
    const { bytes, headers } = await app.call(exportFailedRows, { token: shop.token, params: { id: batch.id } });
    expect(headers.get('content-disposition')).toContain(`Lote ${batch.id} con errores.csv`);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect(text.startsWith('\uFEFFfila;nro_orden;modo_entrega;')).toBe(true);
    expect(text).toContain(';cantidad;motivo\r\n');
    expect(text).toContain(`"'=1+1"`);
    expect(text).toContain(
      '"columna email, valor «=cmd()»: Es una fórmula de la planilla. Poné el dato, no la fórmula"',
    );
    const corrected = text
      .replace(`"'=cmd()"`, '"bien@example.com"')
      .replace('"Córdoba";"Córdoba";""', '"Córdoba";"Córdoba";"Centro"');
    const { batch: second } = await work(corrected, shop);
    expect(second).toMatchObject({ ordenes: 2, cantidad: 2, errores: 0 });
    expect(second.logs.map(({ id }) => id)).toEqual([3, 4]);
    const [log] = second.logs;
    const { body } = await app.call(readOrder, { token: shop.token, params: { id: log?.order.tracking_id ?? '' } });
    expect(body.results.receiver.address_other_info).toBe('=1+1');
  });

  test('has logs that can be read page by page and by outcome', async () => {
    const shop = await signUp(app, mail);
    const rows = manyCells(30).map((cells, index) => (index % 10 === 4 ? { ...cells, email: 'x' } : cells));
    const { batch } = await work(bulkText(rows), shop);
    const page = async (query: object) =>
      (await app.call(listBatchLogs, { token: shop.token, params: { id: batch.id }, query })).body;
    const second = await page({ page: 2, limit: 20 });
    expect(second.pagination).toEqual({ page: 2, pages: 2, total: 30, limit: 20 });
    expect(second.results.map(({ id }) => id)).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);
    const wrong = await page({ filter: { resultado: 'error' } });
    expect(wrong.results.map(({ id }) => id)).toEqual([6, 16, 26]);
    expect((await page({ filter: { tipo: 'success' } })).pagination.total).toBe(27);
    expect((await page({ filter: { tipo: 'nada' } })).results).toEqual([]);
  });

  test('of another client is not found by any call', async () => {
    const { batch } = await work(bulkText([bulkCells(1, { nro_orden: 'MIO' })]));
    const otherClient = await signUp(app, mail);
    for (const call of [readBatch, listBatchLogs, exportFailedRows]) {
      expect((await app.call(call, { token: otherClient.token, params: { id: batch.id } })).status).toBe(404);
    }
    expect((await app.call(listBatches, { token: otherClient.token })).body.results).toEqual([]);
  });
});

test('a province that doesn’t match the postal code is an error of its cell', async () => {
  const rows = [bulkCells(1, { cp: '9410', provincia: 'CABA' }), bulkCells(2, { cp: '1414', provincia: 'AR-C' })];
  const { batch } = await work(bulkText(rows), await signUp(app, mail));
  expect(batch).toMatchObject({ ordenes: 1, errores: 1 });
  const [wrong] = batch.logs.filter(({ tipo }) => tipo === 'error');
  expect(wrong?.errores.map(({ columna, motivo }) => [columna, motivo])).toEqual([
    ['provincia', 'El código postal 9410 es de Tierra del Fuego'],
  ]);
});

test('rows with cells in more than one reading become orders that the batch lists for a person', async () => {
  const shop = await signUp(app, mail);
  const rows = [
    bulkCells(1),
    bulkCells(2, { provincia: 'Cba. (Córdoba)', valor: '1500.000' }),
    bulkCells(3, { valor: '12,500', peso_g: '1.500' }),
    bulkCells(4, { peso_g: '0,500' }),
  ];
  const { batch } = await work(bulkText(rows), shop);
  expect(batch).toMatchObject({ ordenes: 3, errores: 1, dudas: 1 });
  expect(batch.logs.find(({ id }) => id === 3)).toMatchObject({
    tipo: 'success',
    mensaje: 'Fila 3: se creó la orden M-2. Revisala: leímos con dudas valor, provincia',
    dudas: ['valor', 'provincia'],
  });
  expect(batch.logs.find(({ id }) => id === 5)?.mensaje).toContain('Parece estar en kilos');
  const listed = async (query: object) =>
    (await app.call(listBatchLogs, { token: shop.token, params: { id: batch.id }, query: query as never })).body;
  expect((await listed({ filter: { dudas: '1' } })).results.map(({ id }) => id)).toEqual([3]);
  expect((await listed({ filter: { dudas: '1' } })).pagination.total).toBe(1);
  expect((await listed({ filter: { dudas: '1', resultado: 'Error' } })).results).toEqual([]);
  const tracking = batch.logs.find(({ id }) => id === 4)?.order.tracking_id ?? '';
  const { body } = await app.call(readOrder, { token: shop.token, params: { id: tracking } });
  expect(body.results.shippings[0]).toMatchObject({ weight: 1500, value: 12_500 });
});
