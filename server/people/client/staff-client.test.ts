import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { currentUser } from '#shared/people/account.ts';
import { changeClient, listClients, readClient } from '#shared/people/staff-clients.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let ana: Sender;
let beto: Sender;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  staff = createStaffClient(app);
  ana = await signUp(app, mail, {
    nombre_empresa: 'Ágata & Cía',
    razon_social: 'Piedras 50% S.A.',
    cuit: '30708355921',
  });
  beto = await signUp(app, mail, { nombre_empresa: 'Bodega_Sur', razon_social: 'Vinos S.A.', cuit: '20-32216766-6' });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const find = async (search: string) => {
  const { body } = await staff(listClients, { query: { filter: { search } } });
  return body.results.map(({ nombre_empresa }) => nombre_empresa);
};
const idOf = async ({ username }: Sender) =>
  (await staff(listClients, { query: { filter: { search: username } } })).body.results[0]?.client_id ?? 0;

describe('the list of clients', () => {
  test('contains the data and flags of each client', async () => {
    const { status, body } = await staff(listClients, { query: { limit: 1, page: 1 } });
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ page: 1, pages: 2, total: 2, limit: 1 });
    expect(body.results).toEqual([
      {
        client_id: expect.any(Number),
        username: ana.username,
        email: ana.email,
        first_name: 'Ana',
        last_name: 'Núñez',
        razon_social: 'Piedras 50% S.A.',
        nombre_empresa: 'Ágata & Cía',
        cuit: '30708355921',
        cuit_valid: true,
        prepago: false,
        logistica_inversa: false,
        fulfillment: false,
        activated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/),
        terms_accepted: true,
        registered: expect.stringMatching(/-03:00$/),
        state: 'approved',
        approved_at: expect.stringMatching(/-03:00$/),
        rejected_at: null,
        rejection_reason: null,
        blocked_at: null,
        blocked_reason: null,
        same_cuit: expect.any(Number),
      },
    ]);
  });

  test('marks a CUIT with a wrong check digit', async () => {
    const { body } = await staff(listClients);
    expect(body.results.map(({ cuit, cuit_valid }) => [cuit, cuit_valid])).toEqual([
      ['30708355921', true],
      ['20322167666', false],
    ]);
  });

  test.each([
    ['agata', ['Ágata & Cía']],
    ['vinos', ['Bodega_Sur']],
    ['30-70835592-1', ['Ágata & Cía']],
    ['2216766', ['Bodega_Sur']],
    ['@EXAMPLE.com', ['Ágata & Cía', 'Bodega_Sur']],
    ['0%', ['Ágata & Cía']],
    ['%', ['Ágata & Cía']],
    ['a_s', ['Bodega_Sur']],
    ['_', ['Bodega_Sur']],
    ['\\', []],
    ["' OR true --", []],
    ['-', []],
  ])('finds %j', async (search, names) => {
    expect(await find(search)).toEqual(names);
  });

  test('returns its last page for a page past the end', async () => {
    const { body } = await staff(listClients, { query: { page: 99, limit: 1 } });
    expect(body.pagination.page).toBe(2);
    expect(body.results.map(({ nombre_empresa }) => nombre_empresa)).toEqual(['Bodega_Sur']);
  });
});

test('a client is read by its id; an unknown client is not found', async () => {
  const id = await idOf(beto);
  const { body } = await staff(readClient, { params: { clientId: id } });
  expect(body.results.username).toBe(beto.username);
  for (const unknown of [id + 1, 0, -1, 'x', '99999999999999999999']) {
    expect((await staff(readClient, { params: { clientId: unknown } })).status).toBe(404);
    expect((await staff(changeClient, { params: { clientId: unknown }, body: {} })).status).toBe(404);
  }
});

describe('flags', () => {
  const change = async (sender: Sender, body: object) =>
    staff(changeClient, { params: { clientId: await idOf(sender) }, body });
  const created = async () => {
    const { body } = await app.call(createOrder, { token: ana.token, body: newOrder() });
    const read = await app.call(readOrder, { token: ana.token, params: { id: body.results.tracking_id } });
    return read.body.results;
  };

  test('apply from the client’s next call on, and orders keep the payment terms that they were created with', async () => {
    const { status, body } = await change(ana, { prepago: true });
    expect([status, body.message]).toEqual([200, 'Los permisos del cliente se guardaron']);
    expect(body.results).toMatchObject({ prepago: true, logistica_inversa: false, fulfillment: false });
    const paidBefore = await created();
    expect(paidBefore.payable).toBe(true);

    await change(ana, { prepago: '0' });
    expect((await created()).payable).toBe(false);
    const kept = await app.call(readOrder, { token: ana.token, params: { id: paidBefore.tracking_id } });
    expect(kept.body.results.payable).toBe(true);
  });

  test('enable and disable features of the portal at once, only for this client', async () => {
    const modes = async ({ token }: Sender) =>
      (await app.call(deliveryModes, { token })).body.results.map(({ id }) => id);
    expect(await modes(ana)).toEqual(['1', '2']);
    await change(ana, { logistica_inversa: true, fulfillment: true });
    expect(await modes(ana)).toEqual(['1', '2', '3', '4', '5']);
    expect(await modes(beto)).toEqual(['1', '2']);
    await change(ana, { logistica_inversa: false });
    expect(await modes(ana)).toEqual(['1', '2', '3', '5']);
  });

  test('that are left out keep their values', async () => {
    await change(beto, { prepago: true, logistica_inversa: true, fulfillment: true });
    const { body } = await change(beto, { fulfillment: 0 });
    expect(body.results).toMatchObject({ prepago: true, logistica_inversa: true, fulfillment: false });
    expect((await app.call(currentUser, { token: beto.token })).body.results).toMatchObject({
      prepago: true,
      logistica_inversa: true,
      fulfillment: false,
    });
  });

  test('with invalid values are refused on their field and change nothing', async () => {
    const before = (await staff(readClient, { params: { clientId: await idOf(beto) } })).body;
    const { status, body } = await change(beto, { prepago: 'tal vez', logistica_inversa: false });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: 'prepago', message: 'El valor no es válido' }]);
    expect((await staff(readClient, { params: { clientId: await idOf(beto) } })).body).toEqual(before);
  });

  test('publish a change event to the client’s open portals', async () => {
    const published: [number | null, unknown][] = [];
    const stop = app.server.deps.bus.subscribe((clientId, event) => published.push([clientId, event]));
    await change(beto, { prepago: false });
    stop();
    expect(published).toContainEqual([await idOf(beto), { kind: 'account', id: null }]);
    expect(published.every(([clientId]) => clientId === published[0]?.[0])).toBe(true);
  });
});
