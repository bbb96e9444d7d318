import { afterAll, beforeAll, expect, test } from 'vitest';
import * as account from '#shared/account.ts';
import { deliveryModes } from '#shared/places.ts';
import { portalSettings } from '#shared/settings.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { logIn, type Sender, signUp } from '#test/senders.ts';

let app: TestApp;
let mail: MailServer;
let mine: Sender;
let other: Sender;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, BRAND_SUPPORT: 'soporte@example.com' });
  mine = await signUp(app, mail);
  other = await signUp(app, mail);
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const printConfigOf = async ({ token }: Sender) => (await app.call(account.readPrintConfig, { token })).body.results;
const addressesOf = async ({ token }: Sender) => (await app.call(account.listSenderAddresses, { token })).body.results;
const form = {
  street_name: 'San Martín',
  street_number: 'S/N',
  neighborhood_name: 'Centro',
  zip_code: 'x5000abc',
  state: 'Córdoba',
  city: 'Córdoba',
};

test('print settings begin as PDF, one a page, and ZPL and the large size force the rest', async () => {
  const { id, ...settings } = await printConfigOf(mine);
  expect(settings).toEqual({ default_format: 'pdf', default_label_size: 1, labels_per_page: 1 });
  const save = (default_format: string, default_label_size: string, labels_per_page: string) =>
    app.call(account.savePrintConfig, {
      token: mine.token,
      params: { id: String(id) },
      body: { default_format, default_label_size, labels_per_page } as never,
    });

  const two = await save('pdf', '1', '2');
  expect(two.body).toEqual({
    message: 'Datos de impresión cambiados correctamente',
    results: { id, default_format: 'pdf', default_label_size: 1, labels_per_page: 2 },
  });
  expect((await save('pdf', '2', '2')).body.results).toMatchObject({ default_label_size: 2, labels_per_page: 1 });
  expect((await save('zpl', '2', '2')).body.results).toMatchObject({ default_label_size: 1, labels_per_page: 1 });
  expect(await printConfigOf(mine)).toMatchObject({ id, default_format: 'zpl' });
  expect((await save('png', '1', '1')).body.errors).toEqual([
    { field: 'default_format', message: 'El valor no es válido' },
  ]);
});

test('print settings of somebody else are not found, with the same bytes as ones that don’t exist', async () => {
  const { id } = await printConfigOf(other);
  const body = { default_format: 'zpl', default_label_size: '1', labels_per_page: '1' } as const;
  const answers = await Promise.all(
    [String(id), '1', 'x', '99999999999999999999'].map((text) =>
      app.call(account.savePrintConfig, { token: mine.token, params: { id: text }, body }),
    ),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.bytes).toEqual(answers[0]?.bytes);
  }
  expect(await printConfigOf(other)).toMatchObject({ id, default_format: 'pdf' });
});

test('a new main address takes the place of the former', async () => {
  const [first] = await addressesOf(mine);
  const added = await app.call(account.createSenderAddress, {
    token: mine.token,
    body: { ...form, main_address: true },
  });
  expect(added.status).toBe(200);
  expect(added.body.results).toMatchObject({ zip_code: 'X5000ABC', street_number: 'S/N', main_address: true });
  expect((await addressesOf(mine)).map(({ id, main_address }) => ({ id, main_address }))).toEqual([
    { id: first?.id, main_address: false },
    { id: added.body.results.id, main_address: true },
  ]);
});

test('ten addresses that become the main one at once leave exactly one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      app.call(account.createSenderAddress, {
        token: other.token,
        body: { ...form, street_number: String(n + 1), main_address: true },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await addressesOf(other)).filter(({ main_address }) => main_address)).toHaveLength(1);
});

test('the main address can be neither switched off nor unmarked, another one can be switched off', async () => {
  const all = await addressesOf(mine);
  const main = all.find(({ main_address }) => main_address);
  const side = all.find(({ main_address }) => !main_address);
  const put = (id: number | undefined, changes: object) =>
    app.call(account.updateSenderAddress, {
      token: mine.token,
      params: { id: String(id) } as never,
      body: { ...form, ...changes },
    });

  const off = await put(main?.id, { main_address: true, active: false });
  expect(off.status).toBe(422);
  expect(off.body.errors).toEqual([{ field: 'active', message: 'La dirección principal no se puede desactivar' }]);
  const unmarked = await put(main?.id, { main_address: false });
  expect(unmarked.body.errors?.[0]?.field).toBe('main_address');

  expect((await put(side?.id, { active: false })).body.results).toMatchObject({ active: false, main_address: false });
  const active = await app.call(account.listSenderAddresses, {
    token: mine.token,
    query: { filter: { active: 'true' } },
  });
  expect(active.body.results.map(({ id }) => id)).toEqual([main?.id]);
  expect((await put(side?.id, { active: true, main_address: true })).body.results.main_address).toBe(true);
  expect((await addressesOf(mine)).filter(({ main_address }) => main_address)).toHaveLength(1);
});

test('an address of somebody else is not found and stays as it is', async () => {
  const before = await addressesOf(other);
  const answer = await app.call(account.updateSenderAddress, {
    token: mine.token,
    params: { id: String(before[0]?.id) } as never,
    body: form,
  });
  expect(answer.status).toBe(404);
  expect(await addressesOf(other)).toEqual(before);
});

test('a wrong address is told field by field', async () => {
  const { status, body } = await app.call(account.createSenderAddress, {
    token: mine.token,
    body: { ...form, street_number: '0', zip_code: '50000', city: ' ', other_info: 'x'.repeat(251) },
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { field: 'street_number', message: 'El número es inválido' },
    { field: 'zip_code', message: 'El código postal no es válido' },
    { field: 'city', message: 'Este dato es obligatorio' },
    { field: 'other_info', message: 'Ingrese hasta 250 caracteres' },
  ]);
});

test('the delivery modes are those that the flags of the row allow, ids as texts', async () => {
  const modes = async (token: string) => (await app.call(deliveryModes, { token })).body.results.map(({ id }) => id);
  expect(await modes(mine.token)).toEqual(['1', '2']);
  await app.owner(
    'UPDATE clients SET fulfillment = true, logistica_inversa = true FROM users u WHERE u.client_id = clients.client_id AND u.username = $1',
    [other.username],
  );
  const token = await logIn(app, other.username, other.password);
  expect(await modes(token)).toEqual(['1', '2', '3', '4', '5']);
  expect((await app.call(account.currentUser, { token })).body.results).toMatchObject({
    fulfillment: true,
    logistica_inversa: true,
    prepago: false,
  });
});

test('a visitor reads the portal’s settings, and no secret is among them', async () => {
  const { status, body } = await app.call(portalSettings);
  expect(status).toBe(200);
  expect(body).toEqual({
    brand: 'Remito',
    support: 'soporte@example.com',
    tracking_url: expect.stringMatching(/\/seguimiento\/\{id\}$/),
    demo: false,
    strict: false,
    states_token: '',
    payment_hosts: [],
  });
});
