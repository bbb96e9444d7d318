import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TERMS_HEADER } from '#shared/kit/http/endpoint.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { newestTerms } from '#shared/people/access.ts';
import { currentUser } from '#shared/people/account.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { listTerms, publishTerms } from '#shared/provider/staff-terms.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { acceptNewestTerms, logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
/** A second node, and one with STRICT_CONTRACT=1. */
let other: TestApp;
let strict: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let ana: Sender;
let beto: Sender;

/** Sets the clock of all nodes. */
function setTime(time: string): void {
  for (const node of [app, other, strict]) node.setTime(new Date(time));
}

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  other = await startTestApp({ SMTP_URL: mail.url }, { sharesDatabaseWith: app });
  strict = await startTestApp({ SMTP_URL: mail.url, STRICT_CONTRACT: '1' }, { sharesDatabaseWith: app });
  staff = createStaffClient(app);
});
afterAll(async () => {
  await Promise.all([other.stop(), strict.stop()]);
  await app.stop();
  await mail.stop();
});
beforeEach(async () => {
  setTime('2026-08-03T23:00:00-03:00');
  [ana, beto] = [await signUp(app, mail), await signUp(app, mail)];
});

let published = 0;
const publish = (binds_from?: string, text = `<p>Versión ${++published}</p>`) =>
  staff(publishTerms, { body: { text, ...(binds_from !== undefined && { binds_from }) } });
const order = ({ token }: Sender, node = app) => node.call(createOrder, { token, body: newOrder() });
const header = async ({ token }: Sender, node = app) =>
  (await node.call(listOrders, { token })).headers.get(TERMS_HEADER);

test('later terms bind thirty days after their publication, and answers say so until the client accepts them', async () => {
  const { status, body } = await publish();
  expect([status, body.message, body.results.binds_from]).toEqual([
    200,
    'Los términos rigen desde el 02/09/2026 23:00: hasta entonces los clientes ven un aviso',
    '2026-09-02T23:00:00-03:00',
  ]);
  expect((await order(ana)).status).toBe(200);
  expect(await header(ana)).toBe('2026-09-02T23:00:00-03:00');
  const user = async () => (await app.call(currentUser, { token: ana.token })).body.results;
  expect(await user()).toMatchObject({ terms_accepted: true, terms_bind_from: '2026-09-02T23:00:00-03:00' });
  const forProvider = async ({ username }: Sender) =>
    (await staff(listClients, { query: { filter: { search: username } } })).body.results[0]?.terms_accepted;
  expect(await forProvider(beto)).toBe(true);
  expect((await app.call(newestTerms, { token: ana.token })).body.results).toMatchObject([{ accepted: false }]);

  await acceptNewestTerms(app, ana.token);
  expect(await header(ana)).toBeNull();
  expect(await user()).toMatchObject({ terms_accepted: true, terms_bind_from: null });
  expect((await app.call(newestTerms, { token: ana.token })).body.results).toMatchObject([{ accepted: true }]);
  expect(await header(beto)).not.toBeNull();

  setTime('2026-09-02T22:59:59-03:00');
  const late = { ...beto, token: await logIn(app, beto.username, beto.password) };
  expect((await order(late)).status).toBe(200);
  setTime('2026-09-02T23:00:00-03:00');
  expect((await order(late)).body.code).toBe('terms_required');
  expect([await forProvider(ana), await forProvider(beto)]).toEqual([true, false]);
  expect((await order({ ...ana, token: await logIn(app, ana.username, ana.password) })).status).toBe(200);
});

test('terms begin to bind at their time on every node, for sessions that are in use', async () => {
  await publish('2026-08-04');
  // So short before that the session is still cached when the terms begin to bind.
  setTime('2026-08-03T23:59:59-03:00');
  for (const node of [app, other]) {
    expect(await header(ana, node)).toBe('2026-08-04T00:00:00-03:00');
    expect((await order(ana, node)).status).toBe(200);
  }
  setTime('2026-08-04T00:00:00-03:00');
  for (const node of [app, other]) {
    const refused = await order(ana, node);
    expect([refused.status, refused.body.code]).toEqual([403, 'terms_required']);
  }
  await acceptNewestTerms(other, ana.token);
  expect((await order(ana, other)).status).toBe(200);
  await expect.poll(async () => (await order(ana)).status).toBe(200);
});

test('the specified answers have no header and no additional keys, but the same day', async () => {
  await publish('2026-08-04');
  expect(await header(ana, strict)).toBeNull();
  expect(Object.keys((await strict.call(newestTerms, { token: ana.token })).body.results[0] ?? {})).toEqual([
    'id',
    'text',
  ]);
  expect((await order(ana, strict)).status).toBe(200);
  setTime('2026-08-04T00:00:00-03:00');
  expect((await order(ana, strict)).body.code).toBe('terms_required');
});

test('of two versions that don’t bind yet, accepting the newest covers both', async () => {
  await publish('2026-08-06');
  await publish('2026-08-05');
  expect(await header(ana)).toBe('2026-08-05T00:00:00-03:00');
  await acceptNewestTerms(app, ana.token);
  expect(await header(ana)).toBeNull();
});

test('the provider sees when each version binds and how many clients haven’t accepted it', async () => {
  const { body } = await publish('2026-08-10');
  const missing = async () => (await staff(listTerms)).body.results.map((one) => one.not_accepted_by);
  const [before] = await missing();
  expect(before).toBe(body.results.not_accepted_by);
  await acceptNewestTerms(app, ana.token);
  expect((await missing())[0]).toBe((before ?? 0) - 1);
  const [newest] = (await staff(listTerms)).body.results;
  expect(newest).toMatchObject({
    published_at: '2026-08-03T23:00:00-03:00',
    binds_from: '2026-08-10T00:00:00-03:00',
    accepted_by: 1,
  });
});

test('later terms can’t bind in the past, and published terms keep their day', async () => {
  for (const day of ['2026-08-03', '2026-01-01']) {
    const { status, body } = await publish(day);
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'binds_from', message: 'Tiene que ser un día posterior a hoy. Para que rijan ya, enviá now' }],
    ]);
  }
  for (const wrong of ['mañana', '2026-02-30', '04/08/2026', '2026-08-05T00:00:00Z'])
    expect((await publish(wrong)).body.errors).toEqual([
      { field: 'binds_from', message: 'Usá el formato AAAA-MM-DD, o now para que rijan ya' },
    ]);
  const text = '<p>Una sola vez</p>';
  const first = await publish('2026-08-05', text);
  for (const same of ['2026-08-05', undefined])
    expect((await publish(same, text)).body.results.id).toBe(first.body.results.id);
  for (const different of ['2026-08-06', 'now']) {
    const { status, body } = await publish(different, text);
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'binds_from', message: 'Ese texto ya está publicado y empieza a regir en otro momento' }],
    ]);
  }
  expect((await publish('now')).body.message).toBe('Los términos están vigentes: cada cliente tiene que aceptarlos');
  expect((await order(ana)).body.code).toBe('terms_required');
});

test('the first terms of an installation bind at once', async () => {
  const fresh = await startTestApp({ SMTP_URL: mail.url }, { fresh: true });
  const { body } = await createStaffClient(fresh)(publishTerms, { body: { text: '<p>Primeros</p>' } });
  expect(body.results.binds_from).toBe(body.results.published_at);
  expect(body.message).toBe('Los términos están vigentes: cada cliente tiene que aceptarlos');
  await fresh.stop();
});
