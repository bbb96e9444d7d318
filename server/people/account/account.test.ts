import { beforeAll, expect, test } from 'vitest';
import { portalSettings } from '#shared/kit/settings.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import * as account from '#shared/people/account.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';

const { app, mail } = await sharedApp();

let mine: Sender;
let other: Sender;
beforeAll(async () => {
  mine = await signUp(app, mail);
  other = await signUp(app, mail);
});

const printConfigOf = async ({ token }: Sender) => (await app.call(account.readPrintConfig, { token })).body.results;

test('print settings begin as PDF with one label a page; ZPL and the large size force the other settings', async () => {
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

test('print settings of another client get the same 404 as ones that don’t exist', async () => {
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

test('the delivery modes are those that the client’s current flags allow, with ids as texts', async () => {
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

test('a visitor can read the portal’s settings, which contain no secret', async () => {
  const { status, body } = await app.call(portalSettings);
  expect(status).toBe(200);
  expect(body).toEqual({
    brand: 'Remito',
    brand_logo: '',
    support: 'soporte@example.com',
    tracking_url: expect.stringMatching(/\/seguimiento\/\{id\}$/),
    demo: false,
    strict: false,
    foreign: false,
    user_call: true,
    states_token: '',
    payment_hosts: ['mercadopago.com.ar', 'mercadopago.com'],
    public_demo: false,
    registration: 'open',
    bulk_max_rows: 100_000,
    bulk_max_bytes: 50 * 1024 * 1024,
  });
});
