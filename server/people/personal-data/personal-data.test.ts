import { describe, expect, test } from 'vitest';
import { runNightlyMaintenance } from '#server/nightly/nightly.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { listActivity } from '#shared/people/activity.ts';
import { eraseReceiver, exportReceiver, findReceiver, type ReceiverKey } from '#shared/people/personal-data.ts';
import * as staffCalls from '#shared/people/staff-personal-data.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { tablesThatContain } from '#test/app/tables-that-contain.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { bulkCells, bulkText, finished, upload } from '#test/texts/bulk-file-factory.ts';

const { app, mail } = await sharedApp();
const provider = await startProviderClient(app.server.deps, app);
const staff = createStaffClient(app);

/** A receiver with markers in personal fields, which occur nowhere else. */
const PERSON = { document: '31987654', email: 'quetzal@example.com', receiver_phone: '+54 221 555-0199' };
const MARKERS = ['Quetzalcoatl', '31987654', 'quetzal@example', 'Xochimilco'];

const person = (changes: object = {}) =>
  receiver(
    { first_name: 'Quetzalcoatl', last_name: 'Gil', receiver_name: 'Quetzalcoatl Gil', ...PERSON, ...changes },
    { street_name: 'Xochimilco', street_number: '985' },
  );

async function order({ token }: Sender, changes: object = {}) {
  const { status, body } = await app.call(createOrder, { token, body: newOrder({ receiver: person(changes) }) });
  expect(status, body.message).toBe(200);
  return body.results;
}

/** Records the delivery of an order's only shipment. */
async function deliver(tracking: string): Promise<void> {
  const label = `${tracking}-1`;
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms);
  const outcomes = await provider.sendEvents(
    providerEvent(label, 'retirado', at(1)),
    providerEvent(label, 'en_curso', at(2)),
    providerEvent(label, 'entregado', at(3), { reason: 'Lo recibió Quetzalcoatl' }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['recorded']));
}

const find = async ({ token }: Sender, by: ReceiverKey, value: string) =>
  (await app.call(findReceiver, { token, body: { by, value } })).body.results;
const erase = ({ token }: Sender, by: ReceiverKey, value: string) =>
  app.call(eraseReceiver, { token, body: { by, value } });

describe('a receiver', () => {
  test.each<[ReceiverKey, string, string]>([
    ['document', '31.987.654', '31987655'],
    ['email', 'Quetzal@Example.com', 'quetzal@example.org'],
    ['phone', '54 (221) 5550199', '54 221 555-0198'],
  ])('is found by the complete %s in any spelling, and only within the company', async (by, value, other) => {
    const [mine, theirs] = [await signUp(app, mail), await signUp(app, mail)];
    const [sent] = [await order(mine), await order(theirs)];
    await order(mine, { document: '20111222', email: 'otra@example.com', receiver_phone: '11 4000 0000' });
    expect(await find(mine, by, value)).toEqual({
      orders: 1,
      on_the_way: 1,
      requests: 0,
      failed_rows: 0,
      names: ['Quetzalcoatl Gil'],
      named: [{ tracking_id: sent.tracking_id, order_id: sent.order_id }],
    });
    expect((await find(mine, by, other)).orders).toBe(0);
  });

  test.each<[ReceiverKey, string]>([
    ['document', 'S/D'],
    ['document', 'Gil'],
    ['email', 'quetzal'],
    ['phone', '555'],
  ])('is not searched by a part or a placeholder: %s %s', async (by, value) => {
    const { token } = await signUp(app, mail);
    const { status, body } = await app.call(findReceiver, { token, body: { by, value } });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'value']);
  });

  test('is exported with orders, histories, changes, payments and failed rows in Spanish', async () => {
    const sender = await signUp(app, mail);
    const sent = await order(sender);
    const edit = orderEdit({ receiver_name: 'Quetzalcoatl Gil', email: PERSON.email, receiver_phone: '11 4555 0000' });
    await app.call(requestModification, { token: sender.token, params: { id: sent.id }, body: edit });
    await deliver(sent.tracking_id);
    const rows = [bulkCells(1, { nombre: 'Quetzalcoatl', email: 'mal', documento: '31.987.654' })];
    const { body: sentFile } = await upload(app, sender.token, bulkText(rows), { name: 'ventas.csv' });
    await finished(app, sender.token, sentFile.results.id);
    const { status, headers, body } = await app.call(exportReceiver, {
      token: sender.token,
      body: { by: 'document', value: PERSON.document },
    });
    expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.json')]);
    const data = body as unknown as Record<string, never[]>;
    expect(data).toMatchObject({
      'Buscado por': 'Documento',
      Órdenes: [
        {
          'Nro. de Orden': sent.tracking_id,
          Destinatario: { Documento: '31987654', Teléfono: '11 4555 0000' },
          Modificaciones: [{ Antes: { Teléfono: PERSON.receiver_phone }, Después: { Teléfono: '11 4555 0000' } }],
          Pagos: [],
        },
      ],
      'Filas con errores de archivos de órdenes': [{ Archivo: 'ventas.csv', Datos: { nombre: 'Quetzalcoatl' } }],
    });
    const [exported] = data.Órdenes as { Envíos: { Historial: { Motivo: string | null }[] }[] }[];
    expect(exported?.Envíos[0]?.Historial.at(-1)?.Motivo).toBe('Lo recibió Quetzalcoatl');
  });

  test('is erased in ended orders at once, and in an order on the way once it ends; another company keeps the receiver', async () => {
    const [mine, theirs] = [await signUp(app, mail), await signUp(app, mail)];
    const [ended, onTheWay, other] = [await order(mine), await order(mine), await order(theirs)];
    await deliver(ended.tracking_id);
    await deliver(other.tracking_id);
    const rows = [bulkCells(1, { nombre: 'Quetzalcoatl', email: 'mal', documento: '31987654' })];
    const { body: file } = await upload(app, mine.token, bulkText(rows));
    await finished(app, mine.token, file.results.id);

    const { body } = await erase(mine, 'document', PERSON.document);
    expect(body.results).toEqual({
      erased: 1,
      waiting: 1,
      requests: 0,
      failed_rows: 1,
      named: [{ tracking_id: onTheWay.tracking_id, order_id: onTheWay.order_id }],
    });
    const read = async ({ token }: Sender, id: number) =>
      (await app.call(readOrder, { token, params: { id } })).body.results.receiver.receiver_name;
    expect(await read(mine, ended.id)).toBe('Dato borrado');
    expect(await read(mine, onTheWay.id)).toBe('Quetzalcoatl Gil');
    // Repeating the call changes nothing more.
    expect((await erase(mine, 'document', PERSON.document)).body.results).toMatchObject({ erased: 0, waiting: 1 });

    await deliver(onTheWay.tracking_id);
    await runNightlyMaintenance(app.server.deps, new AbortController().signal);
    expect(await read(mine, onTheWay.id)).toBe('Dato borrado');
    await app.owner('DELETE FROM idempotency_keys');
    expect(await tablesThatContain(app, MARKERS, await clientIdOf(app, mine))).toEqual([]);
    expect(await read(theirs, other.id)).toBe('Quetzalcoatl Gil');
    expect((await find(theirs, 'document', PERSON.document)).orders).toBe(1);
  });

  test.each<[ReceiverKey, string]>([
    ['email', PERSON.email],
    ['phone', PERSON.receiver_phone],
  ])(
    'whom a modification replaced is found by %s, exported and erased, without the data of the new receiver',
    async (by, value) => {
      const sender = await signUp(app, mail);
      const sent = await order(sender);
      const edit = orderEdit({ receiver_name: 'Moctezuma Ríos', email: 'moctezuma@example.com' });
      await app.call(requestModification, { token: sender.token, params: { id: sent.id }, body: edit });
      expect(await find(sender, by, value)).toMatchObject({ orders: 0, requests: 1 });
      const file = await app.call(exportReceiver, { token: sender.token, body: { by, value } });
      const text = new TextDecoder().decode(file.bytes);
      const told = [sent.tracking_id, 'Quetzalcoatl', 'moctezuma@example.com'].map((word) => text.includes(word));
      expect(told).toEqual([true, true, false]);

      expect((await erase(sender, by, value)).body.results).toMatchObject({ erased: 0, waiting: 0, requests: 1 });
      expect((await find(sender, by, value)).requests).toBe(0);
      const { body } = await app.call(readOrder, { token: sender.token, params: { id: sent.id } });
      expect(body.results.receiver.receiver_name).toBe('Moctezuma Ríos');
      expect(await tablesThatContain(app, [PERSON.email, '555-0199'], await clientIdOf(app, sender))).toEqual([]);
    },
  );

  test('of a modification that isn’t decided is found, and erased once it is', async () => {
    const sender = await signUp(app, mail);
    const sent = await order(sender, { email: 'otra@example.com' });
    await provider.sendEvents(providerEvent(`${sent.tracking_id}-1`, 'retirado', new Date()));
    const edit = orderEdit({ email: PERSON.email });
    const params = { id: sent.id };
    const { body } = await app.call(requestModification, { token: sender.token, params, body: edit });
    expect(body.results.state).toBe('Pendiente');
    expect((await erase(sender, 'email', PERSON.email)).body.results.requests).toBe(0);
    expect((await find(sender, 'email', PERSON.email)).requests).toBe(1);
    const decided = { clientId: await clientIdOf(app, sender), id: body.results.id };
    await staff(decideModification, { params: decided, body: { approved: false, reason: 'No' } });
    expect((await erase(sender, 'email', PERSON.email)).body.results.requests).toBe(1);
    expect((await find(sender, 'email', PERSON.email)).requests).toBe(0);
  });

  test('is found, exported and erased by the provider within one client', async () => {
    const [mine, theirs] = [await signUp(app, mail), await signUp(app, mail)];
    const [sent, other] = [await order(mine), await order(theirs)];
    for (const { tracking_id } of [sent, other]) await deliver(tracking_id);
    const input = {
      params: { clientId: await clientIdOf(app, mine) },
      body: { by: 'email', value: PERSON.email },
    } as const;
    expect((await staff(staffCalls.findClientReceiver, input)).body.results.orders).toBe(1);
    const file = await staff(staffCalls.exportClientReceiver, input);
    const text = new TextDecoder().decode(file.bytes);
    expect([text.includes(sent.tracking_id), text.includes(other.tracking_id)]).toEqual([true, false]);
    expect((await staff(staffCalls.eraseClientReceiver, input)).body.results.erased).toBe(1);
    expect((await find(theirs, 'email', PERSON.email)).orders).toBe(1);
    const unknown = { ...input, params: { clientId: 12345 } };
    expect((await staff(staffCalls.findClientReceiver, unknown)).status).toBe(404);
  });

  test('leaves no value in the audit trail, but the same digest for the same request', async () => {
    const sender = await signUp(app, mail);
    await order(sender);
    for (const value of ['31987654', '31.987.654', '20111222']) await find(sender, 'document', value);
    const { body } = await app.call(listActivity, {
      token: sender.token,
      query: { filter: { action: 'person.find' } },
    });
    const [other, first] = body.results.map(({ details }) => details?.digest);
    expect(body.results.map(({ target, times }) => [target, times])).toEqual([
      [null, 1],
      [null, 2],
    ]);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(other).not.toBe(first);
    expect(await tablesThatContain(app, ['31987654'], await clientIdOf(app, sender))).toEqual(['orders']);
  });
});

test('requests about persons are limited for each company, apart from those of the provider', async () => {
  const strict = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'strict' }, { sharesDatabaseWith: app });
  const sender = await signUp(app, mail);
  const body = { by: 'document', value: '31987654' } as const;
  const statuses = [];
  for (let n = 0; n < 31; n++) statuses.push((await strict.call(findReceiver, { token: sender.token, body })).status);
  // The provider has requests of its own.
  const params = { clientId: await clientIdOf(app, sender) };
  const forProvider = createStaffClient(strict)(staffCalls.findClientReceiver, { params, body });
  expect((await forProvider).status).toBe(200);
  await strict.stop();
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
});
