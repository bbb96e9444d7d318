import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portalSettings } from '#shared/kit/settings.ts';
import { rate } from '#shared/money/rates.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import * as access from '#shared/people/access.ts';
import * as account from '#shared/people/account.ts';
import { register } from '#shared/people/registration.ts';
import * as clients from '#shared/people/staff-clients.ts';
import { publishTerms } from '#shared/provider/staff-terms.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import {
  acceptNewestTerms,
  logIn,
  registrationForm,
  type Sender,
  signUp,
  tokenIn,
} from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { scaled } from '#test/test-scale.ts';

const IN_REVIEW =
  'Tu cuenta está en revisión: podés ver todo y cotizar. Te avisamos por mail cuando puedas crear órdenes';

let mail: FakeMailServer;
let app: TestApp;
let otherNode: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let ana: Sender;

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, REGISTRATION: 'approval' });
  otherNode = await startTestApp({ SMTP_URL: mail.url, REGISTRATION: 'approval' }, { sharesDatabaseWith: app });
  staff = createStaffClient(app);
});
afterAll(async () => {
  await otherNode?.stop();
  await app?.stop();
  await mail?.stop();
});
beforeEach(async () => {
  ana = await signUp(app, mail, { cuit: nextCuit() });
});

let cuits = 0;

/** Returns an unused CUIT. Its check digit may be wrong, which is only logged. */
const nextCuit = () => `30-${String(70_000_000 + ++cuits)}-1`;

async function idOf({ username }: { username: string }): Promise<number> {
  const { body } = await staff(clients.listClients, { query: { filter: { search: username } } });
  return body.results[0]?.client_id ?? 0;
}

const order = ({ token }: Sender, node = app) => node.call(createOrder, { token, body: newOrder() });
const approve = (clientId: number) => staff(clients.approveClient, { params: { clientId } });
const reject = (clientId: number, reason: string) =>
  staff(clients.rejectClient, { params: { clientId }, body: { reason } });

/** Makes the mails about decisions due, which wait until these can't be undone any more. */
const sendDecisionMails = () =>
  app.owner(`UPDATE pgboss.job SET start_after = now() WHERE name = 'client-mail' AND state = 'created'`);

describe('a client who waits for approval', () => {
  test('reads everything, quotes and changes print settings and password, but creates nothing', async () => {
    const { token } = ana;
    for (const body of [
      (await order(ana)).body,
      (await app.call(createProduct, { token, body: productForm() })).body,
    ]) {
      expect(body).toMatchObject({ code: 'approval_required', message: IN_REVIEW });
    }
    expect((await app.call(listOrders, { token })).status).toBe(200);
    const packages = [{ width: 10, height: 10, length: 10, real_weight: 1.5, gross_price: 1000 }];
    const quote = { delivery_mode: 1, zip_code: '5000', province: 'Córdoba', packages };
    expect((await app.call(rate, { token, body: quote })).status).toBe(200);
    const { id } = (await app.call(account.readPrintConfig, { token })).body.results;
    const settings = { default_format: 'zpl', default_label_size: '1', labels_per_page: '1' } as const;
    expect(
      (await app.call(account.savePrintConfig, { token, params: { id: String(id) }, body: settings })).status,
    ).toBe(200);
    const password = { currentPassword: ana.password, newPassword: 'portal2027' };
    expect((await app.call(access.modifyPassword, { token, body: password })).status).toBe(200);
    expect((await app.call(account.currentUser, { token })).body.results).toMatchObject({
      approved: false,
      rejection_reason: null,
    });
  });

  test('creates orders on every node as soon as the provider approves, and gets a mail', async () => {
    expect((await order(ana, otherNode)).status).toBe(403);
    const { body } = await approve(await idOf(ana));
    expect(body.message).toBe('El cliente está aprobado: ya puede crear órdenes');
    expect(body.results.state).toBe('approved');
    expect((await order(ana)).status).toBe(200);
    await expect.poll(async () => (await order(ana, otherNode)).status).toBe(200);
    await sendDecisionMails();
    expect((await mailAbout(mail, ana.email, 'Tu cuenta está aprobada')).text).toContain('Ya podés crear órdenes');
    expect((await app.call(account.currentUser, { token: ana.token })).body.results.approved).toBe(true);
  });

  test('reads the reason of a rejection, and can be approved later', async () => {
    const id = await idOf(ana);
    expect((await reject(id, '')).body.errors).toEqual([{ field: 'reason', message: 'El motivo es obligatorio' }]);
    for (let n = 0; n < 2; n++) await reject(id, 'El CUIT no es de la empresa');
    expect(
      await app.owner(`SELECT FROM pgboss.job WHERE name = 'client-mail' AND data->>'clientId' = $1`, [String(id)]),
    ).toHaveLength(1);
    expect((await order(ana)).body).toMatchObject({
      code: 'approval_required',
      message: 'No aprobamos tu cuenta: El CUIT no es de la empresa',
    });
    await sendDecisionMails();
    expect((await mailAbout(mail, ana.email, 'No aprobamos')).text).toContain('El CUIT no es de la empresa');
    expect((await app.call(listOrders, { token: ana.token })).status).toBe(200);
    await approve(id);
    expect((await order(ana)).status).toBe(200);
    expect((await reject(id, 'Tarde')).status).toBe(409);
  });

  test('is refused for the missing approval before the terms', async () => {
    const { body } = await staff(publishTerms, {
      body: { text: `<p>Términos ${Date.now()}</p>`, binds_from: 'now' },
    });
    expect((await order(ana)).body.code).toBe('approval_required');
    const accepted = await app.call(access.acceptTerms, { token: ana.token, params: { id: body.results.id } });
    expect(accepted.status).toBe(200);
  });
});

describe('a registration that two people decide', () => {
  const approveSeen = (clientId: number, seen: 'pending' | 'rejected') =>
    staff(clients.approveClient, { params: { clientId }, body: { seen } });

  test('is decided once: who comes second reads what happened', async () => {
    const id = await idOf(ana);
    const answers = await Promise.all([approveSeen(id, 'pending'), reject(id, 'Repetida')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { state } = (await staff(clients.readClient, { params: { clientId: id } })).body.results;
    const outcome = state === 'approved' ? 'Aprobado' : 'Rechazado';
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe(`Este registro ya fue decidido: ${outcome}`);
  });

  test('is approved after a rejection only by who saw the rejection, and approved once', async () => {
    const id = await idOf(ana);
    await reject(id, 'Repetida');
    expect((await reject(id, 'Otra vez')).body.message).toBe('Este registro ya fue decidido: Rechazado');
    expect((await approveSeen(id, 'pending')).status).toBe(409);
    expect((await approveSeen(id, 'rejected')).status).toBe(200);
    const again = await approve(id);
    expect([again.status, again.body.message]).toEqual([409, 'Este registro ya fue decidido: Aprobado']);
  });
});

test('an approval concerns one client only', async () => {
  const beto = await signUp(app, mail, { cuit: nextCuit() });
  await approve(await idOf(ana));
  expect((await order(ana)).status).toBe(200);
  expect((await order(beto)).body.code).toBe('approval_required');
});

test('an account that isn’t activated can’t be approved, because another registration may still replace it', async () => {
  const form = registrationForm({ cuit: nextCuit() });
  await app.call(register, { body: form });
  const { status, body } = await approve(await idOf(form));
  expect([status, body.message]).toEqual([409, 'El cliente todavía no activó su cuenta']);
});

test('a registration that replaces one from before the approval waits for it, on the new terms of payment', async () => {
  const form = registrationForm({ cuit: nextCuit() });
  await app.call(register, { body: form });
  await app.owner(
    `UPDATE clients SET approved_at = current_moment(), prepago = true, rejection_reason = 'Vieja'
     WHERE client_id = (SELECT client_id FROM users WHERE email = $1)`,
    [form.email],
  );
  const other = registrationForm({ email: form.email, cuit: nextCuit() });
  await app.call(register, { body: other });
  const link = tokenIn((await mail.mailsTo(form.email, 2)).at(-1));
  const activated = await app.call(access.activate, { body: { token: link } });
  // After several registrations the owner of the mailbox chooses the password.
  const chosen = { token: activated.body.reset_token ?? '', password: other.password };
  await app.call(access.resetPassword, { body: chosen });
  const token = await logIn(app, other.username, other.password);
  await acceptNewestTerms(app, token);
  expect((await order({ ...other, token })).body).toMatchObject({ code: 'approval_required', message: IN_REVIEW });
  const { body } = await staff(clients.listClients, { query: { filter: { search: other.username } } });
  expect(body.results[0]).toMatchObject({ state: 'pending', prepago: false, rejection_reason: null });
});

test('the provider lists registrations by state, with the number of other clients with the CUIT', async () => {
  const cuit = nextCuit();
  const [one, two] = [await signUp(app, mail, { cuit }), await signUp(app, mail, { cuit })];
  const listed = async (state: string) =>
    (await staff(clients.listClients, { query: { filter: { state, search: cuit } } })).body.results;
  expect((await listed('pending')).map(({ same_cuit }) => same_cuit)).toEqual([1, 1]);
  await approve(await idOf(one));
  await reject(await idOf(two), 'Repetida');
  expect((await listed('approved')).map(({ username }) => username)).toEqual([one.username]);
  expect((await listed('rejected')).map(({ rejection_reason }) => rejection_reason)).toEqual(['Repetida']);
  expect(await listed('pending')).toEqual([]);
});

test('of two clients with one CUIT that are approved at the same time, exactly one is', async () => {
  const cuit = nextCuit();
  const pair = [await signUp(app, mail, { cuit }), await signUp(app, mail, { cuit })];
  const ids = await Promise.all(pair.map(idOf));
  const elsewhere = createStaffClient(otherNode);
  for (let round = 0; round < scaled(12, 200); round++) {
    const [first, second] = ids as [number, number];
    const answers = await Promise.all([
      approve(first),
      elsewhere(clients.approveClient, { params: { clientId: second } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/^El cliente .+ ya está aprobado con este CUIT$/);
    await app.owner('UPDATE clients SET approved_at = NULL WHERE client_id = ANY($1)', [ids]);
  }
});

test('an approved client can’t be corrected to the CUIT of another approved client', async () => {
  const beto = await signUp(app, mail, { cuit: nextCuit() });
  const [anaId, betoId] = [await idOf(ana), await idOf(beto)];
  const { cuit } = (await approve(anaId)).body.results;
  await approve(betoId);
  const correct = (body: Record<string, string>) =>
    staff(clients.correctClient, { params: { clientId: betoId }, body });
  expect((await correct({ cuit })).status).toBe(409);
  const { body } = await correct({ razon_social: 'Yerbas S.A.', cuit: nextCuit() });
  expect(body.results).toMatchObject({ razon_social: 'Yerbas S.A.', nombre_empresa: 'Mates del Sur' });
  expect((await staff(clients.readClient, { params: { clientId: anaId } })).body.results.cuit).toBe(cuit);
});

describe('with other settings', () => {
  test('closed registration refuses the form with a sentence, and the portal knows it before', async () => {
    const closed = await startTestApp({ REGISTRATION: 'closed' }, { sharesDatabaseWith: app });
    const form = registrationForm();
    const { status, body } = await closed.call(register, { body: form });
    expect([status, body.message]).toEqual([
      403,
      'El registro está cerrado. Para abrir una cuenta, hablá con el proveedor',
    ]);
    expect((await closed.call(portalSettings)).body.registration).toBe('closed');
    expect(await idOf(form)).toBe(0);
    await closed.stop();
  });

  test('a strict portal doesn’t learn who may register', async () => {
    const strict = await startTestApp({ STRICT_CONTRACT: '1', REGISTRATION: 'approval' }, { sharesDatabaseWith: app });
    expect((await strict.call(portalSettings)).body.registration).toBeUndefined();
    await strict.stop();
  });

  test('new clients are prepaid where payments are configured, unless the setting says otherwise', async () => {
    const payments = {
      MERCADOPAGO_ACCESS_TOKEN: 'a',
      MERCADOPAGO_WEBHOOK_SECRET: 'b',
      MERCADOPAGO_URL: 'http://127.0.0.1:1',
    };
    let companies = 0;
    const prepaid = async (settings: Record<string, string>) => {
      const node = await startTestApp({ SMTP_URL: mail.url, ...settings }, { sharesDatabaseWith: app });
      const { username } = await signUp(node, mail);
      const ofNode = createStaffClient(node);
      const { nombre_empresa, razon_social, ...owner } = registrationForm();
      const { nombre, apellido, telefono, email } = owner;
      const company = {
        nombre,
        apellido,
        telefono,
        email,
        username: owner.username,
        cuit: `30-${68_000_000 + ++companies}-1`,
        nombre_empresa,
        razon_social,
      };
      const made = await ofNode(clients.createClient, { body: company as never });
      expect(made.status, made.body.message).toBe(200);
      await node.stop();
      const { body } = await staff(clients.listClients, { query: { filter: { search: username } } });
      const { body: created } = await staff(clients.listClients, { query: { filter: { search: owner.username } } });
      // However a client comes, the default is the same.
      expect(created.results[0]?.prepago).toBe(body.results[0]?.prepago);
      return body.results[0]?.prepago;
    };
    expect(await prepaid({ ...payments, NEW_CLIENTS_PREPAID: '1' })).toBe(true);
    expect(await prepaid({ ...payments, NEW_CLIENTS_PREPAID: '0' })).toBe(false);
    expect(await prepaid({ NEW_CLIENTS_PREPAID: '1' })).toBe(false);
  });
});
