import { beforeAll, describe, expect, test } from 'vitest';
import { listBatches, saveMapping, uploadBatch } from '#shared/bulk/batches.ts';
import type { BulkMapping } from '#shared/bulk/layout/mapping.ts';
import { listOrders, readOrder } from '#shared/orders/orders.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { bulkCells, bulkText, fileForm, finished, manyCells, upload } from '#test/texts/bulk-file-factory.ts';

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

describe('an upload', () => {
  test('gets its first reply if it is repeated with its idempotency key; another file with the key is refused', async () => {
    const shop = await signUp(app, mail);
    const file = bulkText([bulkCells(1)]);
    const first = await upload(app, shop.token, file, { key: 'k1' });
    const second = await upload(app, shop.token, file, { key: 'k1' });
    expect(second.body).toEqual(first.body);
    await finished(app, shop.token, first.body.results.id);
    const other = await upload(app, shop.token, bulkText([bulkCells(2)]), { key: 'k1' });
    expect(other).toMatchObject({ status: 422, body: { message: 'Esta operación ya se envió con otros datos' } });
    expect((await app.call(listBatches, { token: shop.token })).body.results).toHaveLength(1);
  });

  test('is refused while a batch of the client runs, but not while a batch of another client runs', async () => {
    const [shop, neighbour] = [await signUp(app, mail), await signUp(app, mail)];
    const first = await upload(app, shop.token, bulkText(manyCells(1500)));
    const second = await upload(app, shop.token, bulkText(manyCells(1, 5000)));
    expect(second.status).toBe(409);
    expect(second.body.message).toMatch(/^Todavía estamos procesando el lote #\d+ \(ventas\.csv\)/);
    expect((await upload(app, neighbour.token, bulkText(manyCells(1)))).status).toBe(200);
    await finished(app, shop.token, first.body.results.id);
    expect(await ordersOf(shop)).toBe(1500);
    const left = await app.owner("SELECT FROM batches WHERE state = 'Recibiendo'");
    expect(left).toEqual([]);
    expect(await app.owner('SELECT FROM batch_chunks')).toEqual([]);
  });

  test('is refused on its field without a file, or with a file that isn’t named .csv', async () => {
    const nothing = await app.call(uploadBatch, { token: sender.token, form: fileForm('x', 'a.csv', 'otro') });
    expect(nothing).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'file', message: 'Elegí un archivo CSV' }] },
    });
    const json = await app.call(uploadBatch, { token: sender.token, body: {} as never });
    expect(json.status).toBe(422);
    const sheet = await upload(app, sender.token, bulkText([bulkCells(1)]), { name: 'ventas.xlsx' });
    expect(sheet).toMatchObject({ status: 422, body: { message: 'Elegí un archivo .csv' } });
  });

  test.each(['file', 'otro'])('is refused with a second file in the field %s, and creates nothing', async (field) => {
    const shop = await signUp(app, mail);
    const form = fileForm(bulkText([bulkCells(1)]));
    form.append(field, new Blob([bulkText([bulkCells(2)])], { type: 'text/csv' }), 'más.csv');
    const { status, body } = await app.call(uploadBatch, { token: shop.token, form });
    expect([status, body.errors]).toEqual([422, [{ field: 'file', message: 'Enviá un solo archivo por vez' }]]);
    expect((await app.call(listBatches, { token: shop.token })).body.results).toEqual([]);
  });

  test('is refused on its field if the form’s boundary is invalid or too long', async () => {
    for (const boundary of ['x'.repeat(257), 'x'.repeat(4000), '"', '']) {
      const answer = await app.fetch(`/api${uploadBatch.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sender.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--${boundary}--\r\n`,
      });
      expect([answer.status, (await answer.json()).errors[0].field], boundary).toEqual([422, 'file']);
    }
  });

  test('keeps the file’s name without folders and control characters', async () => {
    const { body } = await upload(app, sender.token, bulkText([bulkCells(1, { nro_orden: 'NOMBRE' })]), {
      name: '../..\\etc/<b>ventas\u202e.csv',
    });
    const batch = await finished(app, sender.token, body.results.id);
    expect(batch.archivo).toBe('<b>ventas.csv');
  });

  test('with unknown columns is accepted once the client has mapped them', async () => {
    const shop = await signUp(app, mail);
    const mapped = { nro_orden: 'Pedido N°', email: 'Correo', peso_g: 'Peso', nombre: 'Comprador' } as const;
    const cells = bulkCells(1, { peso_g: '1,5' });
    const kept = Object.entries(mapped);
    const text = `${kept.map(([, header]) => header).join(',')}\n${kept.map(([column]) => `"${cells[column as 'email']}"`).join(',')}\n`;
    const refused = await upload(app, shop.token, text);
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('No reconocemos las columnas') },
    });
    const columns = Object.fromEntries(
      Object.entries(cells)
        .filter(([column, value]) => column in mapped || value !== '')
        .map(([column, value]) => [
          column,
          column in mapped ? { header: mapped[column as 'email'], value: '' } : { header: '', value },
        ]),
    );
    const mapping = { headers: Object.values(mapped), columns, peso_en: 'kg' as const };
    const half = await app.call(saveMapping, { token: shop.token, body: { ...mapping, columns: {} } });
    expect(half.body.errors).toContainEqual({ field: 'columns.email', message: 'Elegí una columna o un valor' });
    expect((await app.call(saveMapping, { token: shop.token, body: mapping })).status).toBe(200);
    const { batch } = await work(text, shop);
    expect(batch).toMatchObject({ ordenes: 1, errores: 0 });
    const { body } = await app.call(readOrder, {
      token: shop.token,
      params: { id: batch.logs[0]?.order.tracking_id ?? '' },
    });
    expect(body.results.shippings[0]).toMatchObject({ weight: 1500 });
    const otherClient = await signUp(app, mail);
    expect((await upload(app, otherClient.token, text)).status).toBe(422);
  });

  test('is refused with what the file says, not with what was read from it', async () => {
    const shop = await signUp(app, mail);
    const headers = { nro_orden: 'Pedido', direccion: 'Domicilio', nombre_completo: 'Cliente', peso_g: 'Peso' };
    const fixed = Object.entries(bulkCells(1, { piso: '', dpto: '' })).filter(([, value]) => value !== '');
    const {
      calle: _street,
      altura: _number,
      nombre: _first,
      apellido: _last,
      ...others
    } = Object.fromEntries(fixed.map(([column, value]) => [column, { header: '', value }])) as BulkMapping['columns'];
    const own = Object.fromEntries(Object.entries(headers).map(([column, header]) => [column, { header, value: '' }]));
    const mapping = { headers: Object.values(headers), columns: { ...others, ...own }, peso_en: 'kg' as const };
    expect((await app.call(saveMapping, { token: shop.token, body: mapping })).status).toBe(200);
    const { batch } = await work(`${Object.values(headers).join(';')}\nA-1;Mitre;Ana Paz;1500\n`, shop);
    expect(batch.logs.map(({ mensaje }) => mensaje)).toEqual([
      'Fila 2, orden A-1: columna Domicilio (altura), valor «Mitre»: Este dato es obligatorio · ' +
        'columna Peso, valor «1500 kg»: Debe ser menor o igual a 999999',
    ]);
  });
});
