import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBuyerContact, saveBuyerContact } from '#shared/people/buyer-contact.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { startTrackingPages, type TrackingPages, textsOf } from '#test/fixtures/tracking-page-fixture.ts';
import { accountRoutes } from './account.routes.ts';

let pages: TrackingPages;
let mine: TestClient;
beforeAll(async () => {
  pages = await startTrackingPages({}, [accountRoutes]);
});
beforeEach(async () => {
  mine = await pages.addClient();
});
afterAll(() => pages?.stop());

const read = async (by = mine) => (await pages.call(readBuyerContact, { by })).body.results;
const save = (body: object, by = mine) => pages.call(saveBuyerContact, { by, body: body as never });
const contact = { email: 'hola@mates.example', phone: '+54 11 4444-5555' };

test('buyers see the contact that a client publishes on the page of its shipments, and no other client’s', async () => {
  expect(await read()).toEqual({ email: '', phone: '' });
  const [id, foreign] = [await pages.create({}, mine), await pages.create({}, await pages.addClient())];
  expect((await pages.open(id)).page).not.toContain('Tienda');
  const { status, body } = await save(contact);
  expect([status, body]).toEqual([200, { message: 'Tus compradores ya ven el contacto', results: contact }]);
  expect(await read()).toEqual(contact);
  for (const shown of [id, `${id}-1`]) {
    const { page } = await pages.open(shown);
    expect(page).toContain('<p>Comunicate con <strong>Tienda</strong>:</p>');
    expect(page).toContain('<a href="mailto:hola@mates.example">hola@mates.example</a>');
    expect(page).toContain('<a href="tel:+541144445555">+54 11 4444-5555</a>');
  }
  expect((await pages.open(foreign)).page).not.toContain('mates.example');
});

test.each(['www.premios.example', 'Llamá al 11 5555-0000', 'Remito Pagos', 'evil com ar'])(
  'buyers don’t see the misleading name %s beside the contact, and another company’s name stays',
  async (name) => {
    const other = await pages.addClient();
    await save(contact);
    await save(contact, other);
    const [id, foreign] = [await pages.create({}, mine), await pages.create({}, other)];
    await pages.owner('UPDATE clients SET nombre_empresa = $2 WHERE client_id = $1', [mine.clientId, name]);
    const { page } = await pages.open(id);
    expect(page).toContain('<p>Comunicate con <strong>la tienda</strong>:</p>');
    expect(page).not.toContain(name);
    expect((await pages.open(foreign)).page).toContain('<p>Comunicate con <strong>Tienda</strong>:</p>');
  },
);

test('each part of a contact may be missing, and an emptied contact names no seller any more', async () => {
  const id = await pages.create({}, mine);
  await save({ email: '', phone: '1144445555' });
  const { page } = await pages.open(id);
  expect(page).toContain('tel:1144445555');
  expect(page).not.toContain('mailto:');
  expect((await save({ email: ' ', phone: '' })).body.message).toBe('Tus compradores ya no ven un contacto');
  expect(textsOf((await pages.open(id)).page, 'card seller')).toEqual([]);
});

test('a contact is refused on its fields, and nothing is saved', async () => {
  await save(contact);
  const { status, body } = await save({ email: 'hola', phone: '123' });
  expect([status, body.errors]).toEqual([
    422,
    [
      { field: 'email', message: 'El email es inválido' },
      { field: 'phone', message: 'El teléfono es inválido' },
    ],
  ]);
  expect(await read()).toEqual(contact);
});

test('a contact with signs of HTML and addresses is shown as text', async () => {
  const id = await pages.create({}, mine);
  await pages.owner('UPDATE clients SET buyer_email = $2 WHERE client_id = $1', [
    mine.clientId,
    `a"><b>&?x@mates.example`,
  ]);
  const { page } = await pages.open(id);
  expect(page).toContain(
    '<a href="mailto:a%22%3E%3Cb%3E%26%3Fx@mates.example">a&quot;&gt;&lt;b&gt;&amp;?x@mates.example</a>',
  );
});
