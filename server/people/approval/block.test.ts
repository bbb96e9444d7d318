import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { readTeam } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { openStream } from '#test/callers/change-stream.ts';
import { providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { hire, type Person } from '#test/fixtures/staff-fixture.ts';
import { addUser, mailAbout, userOf } from '#test/fixtures/team-factory.ts';
import { scaled } from '#test/test-scale.ts';

const { app, mail } = await sharedApp();

const REASON = 'Deuda vencida';
const BLOCKED = 'Tu cuenta está bloqueada: Deuda vencida. Comunicate con soporte para resolverlo';

let otherNode: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let person: Person;
let ana: Sender;
let clientId: number;

beforeAll(async () => {
  otherNode = await startTestApp({ SMTP_URL: mail.url }, { sharesDatabaseWith: app });
  staff = createStaffClient(app);
  person = await hire(app, mail, 'admin');
});
afterAll(async () => {
  await otherNode?.stop();
});
beforeEach(async () => {
  ana = await signUp(app, mail);
  clientId = await idOf(ana);
});

async function idOf({ username }: { username: string }): Promise<number> {
  const { body } = await staff(clients.listClients, { query: { filter: { search: username } } });
  return body.results[0]?.client_id ?? 0;
}

const blockClient = () => staff(clients.blockClient, { params: { clientId }, body: { reason: REASON } });
const unblockClient = () => staff(clients.unblockClient, { params: { clientId } });
const orders = (token = ana.token, node = app) => node.call(listOrders, { token });
const login = ({ username, password }: { username: string; password: string }) =>
  app.call(access.login, { body: { _username: username, _password: password } });

describe('a blocked client', () => {
  test('gets the reason from every call on every node, and at the login with the right password', async () => {
    expect((await orders(ana.token, otherNode)).status).toBe(200);
    await blockClient();
    expect((await orders()).body).toMatchObject({ code: 'blocked', message: BLOCKED });
    expect((await app.call(currentUser, { token: ana.token })).status).toBe(403);
    await expect.poll(async () => (await orders(ana.token, otherNode)).body.code).toBe('blocked');
    expect(await login(ana)).toMatchObject({ status: 400, body: { success: false, message: BLOCKED } });
    expect((await login({ ...ana, password: 'equivocada' })).body.message).not.toContain(REASON);
    expect((await mailAbout(mail, ana.email, 'Bloqueamos la cuenta')).text).toContain(REASON);
  });

  test('gets a mail for each reason, not for each call', async () => {
    const mails = async () =>
      (
        await app.owner(`SELECT FROM pgboss.job WHERE name = 'client-mail' AND data->>'clientId' = $1`, [
          String(clientId),
        ])
      ).length;
    for (let n = 0; n < 2; n++) await blockClient();
    expect(await mails()).toBe(1);
    await staff(clients.blockClient, { params: { clientId }, body: { reason: 'Otro motivo' } });
    expect(await mails()).toBe(2);
    await unblockClient();
    await blockClient();
    expect(await mails()).toBe(3);
  });

  test('loses its open streams, and can still log out', async () => {
    const stream = await openStream(app.server.url, ana.token);
    await blockClient();
    await stream.ended;
    expect((await app.call(access.logout, { token: ana.token })).status).toBe(200);
  });

  test('has to log in again after the block ends', async () => {
    await blockClient();
    await unblockClient();
    expect((await orders()).status).toBe(401);
    expect((await orders(await logIn(app, ana.username, ana.password))).status).toBe(200);
  });

  test('keeps its shipments on the way', async () => {
    const { body } = await app.call(createOrder, { token: ana.token, body: newOrder() });
    const id = body.results.tracking_id;
    await blockClient();
    const provider = await startProviderClient(app.server.deps, app);
    await provider.sendEvents(providerEvent(`${id}-1`, 'retirado', new Date()));
    await unblockClient();
    const token = await logIn(app, ana.username, ana.password);
    const [listed] = (await orders(token)).body.results;
    expect(listed?.shippings).toMatchObject([{ shipment_id: `${id}-1`, state: 'Retirado' }]);
  });

  test('leaves other clients alone', async () => {
    const beto = await signUp(app, mail);
    await blockClient();
    expect((await orders(beto.token)).status).toBe(200);
    const { body } = await staff(clients.listClients, { query: { filter: { state: 'blocked' } } });
    expect(body.results.map(({ client_id }) => client_id)).toContain(clientId);
    expect(body.results.map(({ client_id }) => client_id)).not.toContain(await idOf(beto));
  });
});

describe('a blocked user', () => {
  const ofUser = (id: number, client = clientId) => ({ params: { clientId: client, id } });

  test('is refused with the reason, while the rest of the company works', async () => {
    const beto = await addUser(app, mail, ana, 'operations');
    const { body } = await staff(users.blockUser, { ...ofUser(beto.id), body: { reason: REASON } });
    expect(body.results).toMatchObject({ username: beto.username, blocked_reason: REASON });
    expect((await orders(beto.token)).body.code).toBe('blocked');
    expect((await login(beto)).body.message).toBe(BLOCKED);
    expect((await orders()).status).toBe(200);
    expect(await userOf(app, ana, beto.email)).toMatchObject({ blocked: true, state: 'active' });
    expect((await mailAbout(mail, beto.email, 'Bloqueamos tu acceso')).text).toContain(REASON);
    await staff(users.blockUser, { ...ofUser(beto.id), body: { reason: REASON } });
    expect(
      await app.owner(`SELECT FROM pgboss.job WHERE name = 'client-mail' AND data->>'userId' = $1`, [String(beto.id)]),
    ).toHaveLength(1);
    await staff(users.unblockUser, ofUser(beto.id));
    expect((await orders(beto.token)).status).toBe(401);
    expect(await logIn(app, beto.username, beto.password)).not.toBe('');
  });

  test('isn’t found under another client’s number', async () => {
    const beto = await signUp(app, mail);
    const [{ id } = { id: 0 }] = (await staff(users.listClientUsers, { params: { clientId: await idOf(beto) } })).body
      .results;
    for (const call of [users.blockUser, users.unblockUser, users.endUserSessions, users.sendUserActivation]) {
      expect((await staff(call, { ...ofUser(id), body: { reason: REASON } } as never)).status).toBe(404);
    }
    expect((await staff(users.correctUser, { ...ofUser(id), body: { first_name: 'Eva' } })).status).toBe(404);
    expect((await orders(beto.token)).status).toBe(200);
  });

  test('loses the sessions alone, when the provider ends them', async () => {
    const beto = await addUser(app, mail, ana, 'operations');
    await staff(users.endUserSessions, ofUser(beto.id));
    expect([(await orders(beto.token)).status, (await orders()).status]).toEqual([401, 200]);
    await staff(clients.endClientSessions, { params: { clientId } });
    expect((await orders()).status).toBe(401);
    expect(await logIn(app, ana.username, ana.password)).not.toBe('');
  });
});

describe('a correction', () => {
  const userIn = async () => (await staff(users.listClientUsers, { params: { clientId } })).body.results[0]?.id ?? 0;

  test('of the e-mail reaches both addresses, and the new one finds the account', async () => {
    const { email } = registrationForm();
    const id = await userIn();
    const { body } = await person.browser.call(users.correctUser, {
      params: { clientId, id },
      body: { email, first_name: 'Eva' },
    });
    expect(body.results).toMatchObject({ email, first_name: 'Eva', last_name: 'Núñez' });
    expect((await mailAbout(mail, email, 'Cambió el email')).text).toContain(email);
    // The old address may belong to another person.
    const { text } = await mailAbout(mail, ana.email, 'Este email ya no es el de una cuenta');
    for (const own of [email, ana.username, 'Eva', 'Ana']) expect(text).not.toContain(own);
    // The jobs are kept for days.
    expect(
      await app.owner("SELECT FROM pgboss.job WHERE name = 'client-mail' AND data::text LIKE ANY ($1)", [
        [`%${email}%`, `%${ana.email}%`],
      ]),
    ).toEqual([]);
    const form = registrationForm({ email: ana.email });
    await app.call(register, { body: form });
    await mailAbout(mail, ana.email, 'Activá tu cuenta');
  });

  test('keeps what another one changes at the same time', async () => {
    const params = { clientId, id: await userIn() };
    for (let round = 0; round < scaled(12, 200); round++) {
      const [first_name, phone] = [`Eva ${round}`, `11 4000-${1000 + round}`];
      await Promise.all([
        staff(users.correctUser, { params, body: { first_name } }),
        staff(users.correctUser, { params, body: { phone } }),
      ]);
      const { body } = await staff(users.listClientUsers, { params: { clientId } });
      expect(body.results[0]).toMatchObject({ first_name, phone });
    }
  });

  test('to the address of another user is refused on its field', async () => {
    const beto = await signUp(app, mail);
    const answer = await person.browser.call(users.correctUser, {
      params: { clientId, id: await userIn() },
      body: { email: beto.email.toUpperCase() },
    });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'email', message: 'Otro usuario tiene este email' }],
    ]);
    expect((await app.call(readTeam, { token: ana.token })).body.results[0]?.email).toBe(ana.email);
  });

  test('of a wrong address makes its activation link useless, and the activation goes out again', async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    const token = tokenIn(await mailAbout(mail, form.email, 'Activá'));
    clientId = await idOf(form);
    const params = { clientId, id: await userIn() };
    const { email } = registrationForm();
    await person.browser.call(users.correctUser, { params, body: { email } });
    expect((await app.call(access.activate, { body: { token } })).status).toBe(422);
    await staff(users.sendUserActivation, { params });
    const fresh = tokenIn(await mailAbout(mail, email, 'Activá'));
    expect((await app.call(access.activate, { body: { token: fresh } })).status).toBe(200);
    expect((await staff(users.sendUserActivation, { params })).status).toBe(409);
  });
});
