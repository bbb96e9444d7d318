import { beforeAll, describe, expect, test } from 'vitest';
import { runText } from '#server/db/connection.ts';
import { messages } from '#shared/kit/messages.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { exportActivity, listActivity } from '#shared/people/activity.ts';
import { eraseReceiver, exportReceiver } from '#shared/people/personal-data.ts';
import { STAFF_ROLES } from '#shared/people/rules/staff-permissions.ts';
import * as calls from '#shared/people/staff-notes.ts';
import { exportClientReceiver } from '#shared/people/staff-personal-data.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { tablesThatContain } from '#test/app/tables-that-contain.ts';
import { AS_WRITTEN, auditedContent } from '#test/callers/audited-actions.ts';
import { providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { createPopulatedClient, type PopulatedClient } from '#test/fixtures/client-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';

const { app, mail } = await sharedApp();

let client: PopulatedClient;
let other: PopulatedClient;
let ana: Person;
let beto: Person;
let admin: Person;
let key: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  client = await createPopulatedClient(app, mail, 'notable');
  other = await createPopulatedClient(app, mail, 'ajeno');
  [ana, beto, admin] = [
    await hire(app, mail, 'support'),
    await hire(app, mail, 'finance'),
    await hire(app, mail, 'admin'),
  ];
  key = createStaffClient(app);
});

const aboutClient = (text: string, { clientId } = client, { browser } = ana) =>
  browser.call(calls.addClientNote, { params: { clientId }, body: { text } });
const aboutOrder = (text: string, id = client.ids.tracking, { browser } = ana) =>
  browser.call(calls.addOrderNote, { params: { id }, body: { text } });
const ofClient = async ({ clientId } = client, query: object = {}) =>
  (await ana.browser.call(calls.listClientNotes, { params: { clientId }, query })).body;
const ofOrder = async (id = client.ids.tracking) =>
  (await ana.browser.call(calls.listOrderNotes, { params: { id } })).body.results;
const remove = ({ client_id, id }: { client_id: number; id: number }, { browser }: Person) =>
  browser.call(calls.removeNote, { params: { clientId: client_id, id } });

test('an order is found by its id as people paste it', async () => {
  const { label, tracking } = other.ids;
  const typed = [`${tracking}.`, label.replace('-', '–'), `https://envios.example.com/seguimiento/${tracking}`];
  for (const id of typed) {
    const { status, body } = await ana.browser.call(calls.listOrderNotes, { params: { id } });
    expect([status, body.results], id).toEqual([200, []]);
  }
});

test('notes of an order are read at the order, by label as well, and with those of its client; newest first', async () => {
  const [first, second] = [
    await aboutClient('Paga los viernes'),
    await aboutOrder('Llamó el comprador:\n\nvuelve el lunes'),
  ];
  const third = await key(calls.addOrderNote, {
    params: { id: client.ids.label.toLowerCase() },
    body: { text: 'Sin timbre' },
  });
  expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 200]);
  const order = { order_id: client.marker, tracking_id: client.ids.tracking };
  const byAna = { kind: 'staff', name: ana.name };
  const expected = [
    { text: 'Sin timbre', author: { kind: 'key', name: 'OPS_API_KEY' }, order, removable: false },
    { text: 'Llamó el comprador:\n\nvuelve el lunes', author: byAna, order, removable: true },
    { text: 'Paga los viernes', author: byAna, order: null, removable: true },
  ];
  expect((await ofClient()).results).toMatchObject(expected);
  expect(await ofOrder()).toMatchObject(expected.slice(0, 2));
  expect(await ofOrder(client.ids.label)).toEqual(await ofOrder());
  expect((await ofClient(client, { limit: 2, page: 2 })).results).toMatchObject(expected.slice(2));
});

test('another client, its orders and unknown ones have none of these notes', async () => {
  await aboutClient('Del otro', other);
  expect((await ofClient(other)).results.map(({ text }) => text)).toEqual(['Del otro']);
  expect((await ofClient()).results.map(({ text }) => text)).not.toContain('Del otro');
  expect(await ofOrder(other.ids.tracking)).toEqual([]);
  const [note] = (await ofClient(other)).results;
  const foreign = await remove({ client_id: client.clientId, id: note?.id ?? 0 }, admin);
  expect(foreign.status).toBe(404);
  for (const id of ['7K3MQ9XW2R0', 'x', String(client.ids.order), client.marker]) {
    const { status } = await ana.browser.call(calls.listOrderNotes, { params: { id } });
    expect([id, status, (await aboutOrder('Perdida', id)).status]).toEqual([id, 404, 404]);
  }
  expect((await aboutClient('Perdida', { ...client, clientId: 12345 })).status).toBe(404);
});

test.each([
  ['empty', '', 'Escribí la nota'],
  ['blank', ' \n ', 'Escribí la nota'],
  ['longer than 1000 characters', 'x'.repeat(1001), messages.max(1000)],
  ['with control characters', 'campana\u0007', messages.controlCharacters],
])('a note can’t be %s', async (_, text, message) => {
  for (const { status, body } of [await aboutClient(text), await aboutOrder(text)]) {
    expect([status, body.errors]).toEqual([422, [{ field: 'text', message }]]);
  }
});

test('a note of 1000 characters is kept, signs outside the basic plane counted once', async () => {
  const text = '🧉'.repeat(1000);
  expect((await aboutClient(text)).body.results.text).toBe(text);
});

test('people of every role write and read notes', async () => {
  for (const role of STAFF_ROLES) {
    const person = await hire(app, mail, role);
    expect((await aboutOrder(`Como ${role}`, client.ids.tracking, person)).status).toBe(200);
    const params = { clientId: client.clientId };
    expect((await person.browser.call(calls.listClientNotes, { params })).body.results[0]?.text).toBe(`Como ${role}`);
  }
});

describe('a note is deleted', () => {
  test('by its author or an administrator, and by nobody else', async () => {
    for (const remover of [ana, admin]) {
      const { results } = (await aboutClient('Equivocada')).body;
      const refused = await remove(results, beto);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'Sólo quien escribió la nota o un administrador puede borrarla',
      ]);
      expect((await remove(results, remover)).body.message).toBe('La nota se borró');
      expect((await ofClient()).results.map(({ id }) => id)).not.toContain(results.id);
      expect((await remove(results, remover)).status).toBe(404);
    }
  });

  test('with a row of the audit trail that names it without its text', async () => {
    const [{ n = 0 } = {}] = await app.owner<{ n: number }>('SELECT count(*)::int AS n FROM audit_log');
    const { results } = (await aboutOrder('Colibrí esmeralda')).body;
    expect(await tablesThatContain(app, ['Colibrí'])).toEqual(['staff_notes']);
    await remove(results, admin);
    expect(await tablesThatContain(app, ['Colibrí'])).toEqual([]);
    expect(await auditedContent(app, n)).not.toContain('colibr');
    const rows = await app.owner(
      `SELECT action, client_id, target, details, actor_id FROM audit_log ORDER BY ${AS_WRITTEN} OFFSET $1`,
      [n],
    );
    const about = { client_id: 0, target: client.ids.tracking, details: { client: client.clientId, note: results.id } };
    expect(rows).toEqual([
      { action: 'ops.note.add', actor_id: ana.id, ...about },
      { action: 'ops.note.remove', actor_id: admin.id, ...about },
    ]);
  });
});

describe('the company never sees a note', () => {
  test('by a call of its own', async () => {
    const note = (await aboutOrder('Cóndor andino')).body.results;
    const { token } = client;
    const params = { clientId: client.clientId, id: note.id };
    const statuses = [
      await app.call(calls.listClientNotes, { token, params }),
      await app.call(calls.addClientNote, { token, params, body: { text: 'Mía' } }),
      await app.call(calls.listOrderNotes, { token, params: { id: client.ids.tracking } }),
      await app.call(calls.addOrderNote, { token, params: { id: client.ids.tracking }, body: { text: 'Mía' } }),
      await app.call(calls.removeNote, { token, params }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const answers = [
      await app.call(readOrder, { token, params: { id: client.ids.tracking } }),
      await app.call(listActivity, { token, query: { limit: 500 } }),
      await app.call(exportActivity, { token }),
    ];
    const texts = answers.map(({ bytes }) => new TextDecoder().decode(bytes));
    for (const text of texts) expect(text).not.toMatch(/Cóndor|ops\.note|una nota/);
  });

  test('because the database gives its role no access', async () => {
    const { db } = app.server.deps;
    for (const statement of [
      'SELECT FROM staff_notes',
      'DELETE FROM staff_notes',
      'INSERT INTO staff_notes DEFAULT VALUES',
    ]) {
      await expect(db.withClient(client.clientId, (trx) => runText(trx, statement))).rejects.toMatchObject({
        code: '42501',
      });
    }
  });
});

describe('a receiver’s data', () => {
  const file = ({ bytes }: { bytes: Uint8Array }) => JSON.parse(new TextDecoder().decode(bytes));

  test('contain the notes about the order for the provider, and not for the company', async () => {
    const [{ document = '' } = {}] = await app.owner<{ document: string }>(
      'SELECT document FROM orders WHERE tracking_id = $1',
      [other.ids.tracking],
    );
    await aboutOrder('Prefiere la mañana', other.ids.tracking);
    const body = { by: 'document', value: document } as const;
    const params = { clientId: other.clientId };
    expect(file(await key(exportClientReceiver, { params, body }))).toMatchObject({
      Órdenes: [{ 'Notas del personal': [{ Fecha: expect.stringMatching(/-03:00$/), Nota: 'Prefiere la mañana' }] }],
    });
    const company = file(await app.call(exportReceiver, { token: other.token, body }));
    expect(company.Órdenes).toHaveLength(1);
    expect(JSON.stringify(company)).not.toMatch(/Notas|mañana/);
  });

  test('are erased with the notes about the order; those about the client stay, and no other can be added', async () => {
    const gone = await createPopulatedClient(app, mail, 'borrado');
    const { tracking, label } = gone.ids;
    const text = 'Picaflor, teléfono 221 555-0199';
    await aboutOrder(text, tracking);
    await aboutClient('Queda', gone);
    const provider = await startProviderClient(app.server.deps, app);
    const at = (ms: number) => new Date(Date.now() + ms);
    await provider.sendEvents(
      ...['retirado', 'en_curso', 'entregado'].map((state, index) => providerEvent(label, state, at(index + 1))),
    );
    const [{ document = '' } = {}] = await app.owner<{ document: string }>(
      'SELECT document FROM orders WHERE tracking_id = $1',
      [tracking],
    );
    const erase = () => app.call(eraseReceiver, { token: gone.token, body: { by: 'document', value: document } });
    const [late, erased] = await Promise.all([aboutOrder('Picaflor otra vez', tracking), erase()]);
    expect([200, 409]).toContain(late.status);
    // The note locked the order: masking left it to the next run.
    if (erased.body.results.erased === 0) await erase();
    expect(await tablesThatContain(app, ['Picaflor'])).toEqual([]);
    expect((await ofClient(gone)).results.map((note) => note.text)).toEqual(['Queda']);
    const refused = await aboutOrder(text, tracking);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Los datos del destinatario de esta orden ya se borraron. Escribí la nota en la página del cliente',
    ]);
    expect(await tablesThatContain(app, ['Picaflor'])).toEqual([]);
  });
});
