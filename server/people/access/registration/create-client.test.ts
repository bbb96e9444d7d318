import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import * as access from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import * as users from '#shared/people/staff-client-users.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { readTeam } from '#shared/people/team.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { acceptNewestTerms, logIn, registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

const PASSWORD = 'un mate amargo';

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, REGISTRATION: 'approval' });
  staff = createStaffClient(app);
});
beforeEach(() => app.setTime(null));
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

let cuits = 0;

/** Returns an unused CUIT. Its check digit may be wrong, which is only logged. */
const nextCuit = () => `30-${String(60_000_000 + ++cuits)}-1`;

/** Builds the form of a client of its own. */
function clientForm(changes: Record<string, unknown> = {}) {
  const { nombre, apellido, telefono, email, razon_social, nombre_empresa, username } = registrationForm();
  const owner = { nombre, apellido, telefono, email, username };
  return { ...owner, razon_social, nombre_empresa, cuit: nextCuit(), ...changes };
}

const create = (form: object) => staff(clients.createClient, { body: form as never });
const choose = (token: string, password = PASSWORD) => app.call(access.resetPassword, { body: { token, password } });
const invitations = (email: string) =>
  mail.mails.filter(({ recipients, text }) => recipients.includes(email) && text.includes('Creamos la cuenta'));

/** Waits for a person's invitations. @returns the newest one's token */
async function linkOf(email: string, count = 1): Promise<string> {
  await expect.poll(() => invitations(email).length).toBe(count);
  return tokenIn(invitations(email).at(-1));
}

async function created(changes: Record<string, unknown> = {}) {
  const form = clientForm(changes);
  const { status, body } = await create(form);
  expect([status, body.errors]).toEqual([200, undefined]);
  const clientId = body.results.client_id;
  const listed = await staff(users.listClientUsers, { params: { clientId } });
  return { form, clientId, userId: listed.body.results[0]?.id ?? 0, results: body.results };
}

test('a client is created approved, with its permissions, and its owner chooses a password and enters', async () => {
  const { form, results } = await created({ prepago: true, fulfillment: '1' });
  expect(results).toMatchObject({
    state: 'approved',
    nombre_empresa: form.nombre_empresa,
    cuit: form.cuit.replaceAll('-', ''),
    cuit_valid: false,
    prepago: true,
    logistica_inversa: false,
    fulfillment: true,
    activated_at: null,
    username: form.username,
  });
  const [letter] = await mail.mailsTo(form.email);
  expect(letter?.text).toContain('Creamos la cuenta de tu empresa y sos su dueño');
  expect(letter?.text).toContain(`Tu usuario es ${form.username}.`);
  expect(letter?.text).toContain('vence en 72 horas');
  expect(await logIn(app, form.username, PASSWORD)).toBe('');
  expect((await choose(tokenIn(letter))).status).toBe(200);
  expect((await choose(tokenIn(letter), 'otra distinta')).status).toBe(422);
  const token = await logIn(app, form.username, PASSWORD);
  expect((await app.call(createOrder, { token, body: newOrder() })).body.code).toBe('terms_required');
  await acceptNewestTerms(app, token);
  const me = (await app.call(currentUser, { token })).body.results;
  expect(me).toMatchObject({ role: 'owner', approved: true, email: form.email, first_name: form.nombre });
  expect((await app.call(readTeam, { token })).body.results).toHaveLength(1);
  // Without a collection address, the order names what is missing.
  expect((await app.call(createOrder, { token, body: newOrder() })).body.errors).toEqual([
    expect.objectContaining({ message: 'Cargá una dirección de colecta en Mi Cuenta' }),
  ]);
  // Only the invitation was mailed: nothing about a changed password.
  expect(await mail.mailsTo(form.email)).toHaveLength(1);
});

describe('the owner’s link', () => {
  test('expires after 72 hours; another one is sent from the client’s page, and ends the first', async () => {
    const start = Date.now();
    const { form, clientId, userId } = await created();
    const first = await linkOf(form.email);
    app.setTime(new Date(start + 71 * HOUR_MS));
    const params = { clientId, id: userId };
    expect((await staff(users.sendUserActivation, { params })).status).toBe(200);
    const second = await linkOf(form.email, 2);
    expect((await choose(first)).status).toBe(422);
    app.setTime(new Date(start + 144 * HOUR_MS));
    expect((await choose(second)).status).toBe(422);
    // Anybody may ask for it, as for the activation mail of a registration.
    await app.call(access.sendActivationMail, { body: { email: form.email } });
    const third = await linkOf(form.email, 3);
    expect((await choose(third)).status).toBe(200);
    expect((await staff(users.sendUserActivation, { params })).status).toBe(409);
  });

  test('is withdrawn when the client or its owner is blocked, and sent again once the block ended', async () => {
    for (const [blockCall, unblockCall] of [
      [clients.blockClient, clients.unblockClient],
      [users.blockUser, users.unblockUser],
    ] as const) {
      const { form, clientId, userId } = await created();
      const params = { clientId, id: userId };
      const link = await linkOf(form.email);
      await staff(blockCall, { params, body: { reason: 'Deuda vencida' } } as never);
      expect((await choose(link)).status).toBe(422);
      const refused = await staff(users.sendUserActivation, { params });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'La cuenta está bloqueada. Desbloqueala y enviá el mail de nuevo',
      ]);
      await staff(unblockCall, { params } as never);
      expect((await choose(link)).status).toBe(422);
      await staff(users.sendUserActivation, { params });
      expect((await choose(await linkOf(form.email, 2))).status).toBe(200);
    }
  });
});

describe('a value that somebody has is refused on its field', () => {
  test('an approved client’s CUIT', async () => {
    const { form } = await created();
    const { status, body } = await create(clientForm({ cuit: form.cuit }));
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'cuit', message: `El cliente ${form.nombre_empresa} ya está aprobado con este CUIT` }],
    ]);
  });

  test('not the CUIT of a registration that waits, which can’t be approved afterwards', async () => {
    const registered = await signUp(app, mail, { cuit: nextCuit() });
    const found = await staff(clients.listClients, { query: { filter: { search: registered.username } } });
    const [{ client_id = 0, cuit = '' } = {}] = found.body.results;
    expect((await created({ cuit })).results.same_cuit).toBe(1);
    const { status, body } = await staff(clients.approveClient, { params: { clientId: client_id } });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/ya está aprobado con este CUIT$/)]);
  });

  test('user name and e-mail at once; the staff read who has the e-mail', async () => {
    const { form, clientId } = await created({ nombre_empresa: 'Yerbas del Litoral' });
    const taken = { username: form.username.toUpperCase(), email: form.email.toUpperCase() };
    const { status, body } = await create(clientForm(taken));
    const owner = `del usuario ${form.username}, de Yerbas del Litoral (cliente ${clientId})`;
    expect([status, body.errors]).toEqual([
      422,
      [
        { field: 'username', message: 'El nombre de usuario ya está en uso' },
        { field: 'email', message: `Este email ya es ${owner}` },
      ],
    ]);
  });

  test('of ten forms with one CUIT, one e-mail or one name at the same time, one creates a client', async () => {
    for (const same of ['cuit', 'email', 'username'] as const) {
      const { [same]: value } = clientForm();
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(clientForm({ [same]: value }))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual(Array(9).fill([422, same]));
    }
  });

  test('every missing value has its sentence', async () => {
    const { status, body } = await create({});
    expect([status, body.errors?.map(({ field }) => field).sort()]).toEqual([
      422,
      ['apellido', 'cuit', 'email', 'nombre', 'nombre_empresa', 'razon_social', 'telefono', 'username'],
    ]);
  });
});

test('a registration with the owner’s e-mail gets the usual answer and changes nothing', async () => {
  const { form, clientId } = await created();
  const before = await app.owner('SELECT * FROM users JOIN clients USING (client_id) WHERE client_id = $1', [clientId]);
  expect(before).toHaveLength(1);
  const link = await linkOf(form.email);
  const repeated = registrationForm({ email: form.email });
  const answer = await app.call(register, { body: repeated });
  const usual = await app.call(register, { body: registrationForm() });
  expect([answer.status, answer.bytes]).toEqual([200, usual.bytes]);
  expect(
    await app.owner('SELECT * FROM users JOIN clients USING (client_id) WHERE client_id = $1', [clientId]),
  ).toEqual(before);
  expect(await logIn(app, repeated.username, repeated.password)).toBe('');
  expect((await choose(link)).status).toBe(200);
});

test('a sender creates no client, and a strict gateway has no such call', async () => {
  const { token } = await signUp(app, mail);
  expect((await app.call(clients.createClient, { token, body: clientForm() })).status).toBe(401);
  const strict = await startTestApp({ STRICT_CONTRACT: '1' }, { sharesDatabaseWith: app });
  expect((await createStaffClient(strict)(clients.createClient, { body: clientForm() })).status).toBe(404);
  await strict.stop();
});
