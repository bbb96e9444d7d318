import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPayments } from '#shared/money/payments.ts';
import { startTestApp } from '#test/app/test-app.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import { type PrepaidFixture, startPrepaidFixture } from '#test/fixtures/prepaid-fixture.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { notifications, sendNotification } from './checkout-webhook.ts';

let world: PrepaidFixture;
let by: TestClient;
beforeAll(async () => {
  world = await startPrepaidFixture({ DEMO: '1', SMTP_URL: '' }, [(_mount, deps, http) => checkoutRoutes(http, deps)]);
  by = await world.client();
});
afterAll(() => world?.stop());

/** Opens a payment of a new order. @returns its id and the path of its checkout */
async function begin() {
  const id = await world.begin(by, await world.orders(by, 1));
  const { init_point } = await payment(id);
  return { id, path: new URL(init_point ?? '').pathname };
}

async function payment(id: number) {
  const { body } = await world.gateway.call(listPayments, { by });
  const found = body.results.find((one) => one.id === id);
  if (!found) throw new Error('no such payment');
  return found;
}

const page = async (path: string) => {
  const answer = await world.gateway.fetch(path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const send = (path: string, form: Record<string, string>) =>
  world.gateway.fetch(path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

/** Sends all queued webhooks and runs the jobs. @returns the number of webhooks */
async function deliverWebhooks(): Promise<number> {
  const { deps, url } = world.gateway;
  const queued = world.jobs.take(notifications);
  for (const notification of queued) await sendNotification(deps, url, notification);
  await world.work();
  return queued.length;
}

test('the checkout shows the payment, without scripts and inline styles', async () => {
  const { id, path } = await begin();
  const { status, headers, text } = await page(path);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain(`Pago ${id}`);
  expect(text).toContain('Remito: 1 orden');
  expect(text).not.toMatch(/<script|<style|style=/);
  const style = /href="(\/dev\/pago\/estilo-\w+\.css)"/.exec(text)?.[1] ?? '';
  expect((await page(style)).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

test('after an approved card the payer returns with the provider’s parameters, and the webhook confirms the payment', async () => {
  const { id, path } = await begin();
  const answer = await send(path, { pay: 'approve', notify: 'twice' });
  expect(answer.status).toBe(303);
  const [home, hash = ''] = (answer.headers.get('location') ?? '').split('/#');
  expect(home).toBe('http://localhost:3000');
  expect(hash.startsWith('close?')).toBe(true);
  const query = Object.fromEntries(new URLSearchParams(hash.slice('close?'.length)));
  expect(query).toEqual({
    collection_id: query.payment_id,
    collection_status: 'approved',
    payment_id: expect.stringMatching(/^\d+$/),
    status: 'approved',
    external_reference: String(id),
    payment_type: 'credit_card',
    merchant_order_id: String(id),
    preference_id: path.slice('/dev/pago/'.length),
    site_id: 'MLA',
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
  expect((await payment(id)).state.id).toBe(54);
  expect(
    world.jobs.queued.filter(({ queue }) => queue === notifications.name).map(({ afterSeconds }) => afterSeconds),
  ).toEqual([0, 3]);
  expect(await deliverWebhooks()).toBe(2);
  expect((await payment(id)).state.id).toBe(56);
  expect((await page(path)).text).toContain('Este pago ya se hizo');
  expect((await send(path, { pay: 'approve' })).status).toBe(200);
  expect((await send(path, { leave: '1' })).headers.get('location')).toContain('collection_status=approved');
});

test.each([
  ['review', 'in_process', 'En proceso'],
  ['ticket', 'pending', 'Esperando el pago del cupón'],
  ['reject', 'rejected', 'El último intento fue rechazado: podés volver a pagar'],
])('after %s the payer returns with %s, and the payment stays open', async (pay, status, detail) => {
  const { id, path } = await begin();
  const answer = await send(path, { pay, notify: 'once' });
  expect(answer.headers.get('location')).toContain(`collection_status=${status}`);
  await deliverWebhooks();
  expect(await payment(id)).toMatchObject({ state: { id: 54 }, detail });
});

test('a payer who leaves without paying returns without an attempt', async () => {
  const { path } = await begin();
  const answer = await send(path, { pay: 'approve', leave: '1' });
  expect(answer.headers.get('location')).toContain(
    'collection_id=null&collection_status=null&payment_id=null&status=null',
  );
  expect(await deliverWebhooks()).toBe(0);
});

test('a coupon is paid later, and without a webhook polling finds the payment', async () => {
  const { id, path } = await begin();
  const back = await send(path, { pay: 'ticket', notify: 'never' });
  const attempt = /payment_id=(\d+)/.exec(back.headers.get('location') ?? '')?.[1];
  expect((await page(path)).text).toContain('El cupón vence');
  expect((await send(`${path}/${attempt}`, { change: 'decline' })).headers.get('location')).toBe(path);
  expect((await page(path)).text).toContain('Cupón sin pagar');
  await send(`${path}/${attempt}`, { change: 'accept', notify: 'never' });
  expect(await deliverWebhooks()).toBe(0);
  await world.look();
  expect((await payment(id)).state.id).toBe(56);
});

test('an unknown checkout is 404, and an incomplete form is shown again', async () => {
  const { path } = await begin();
  for (const wrong of ['/dev/pago/nada', '/dev/pago/%00', `/dev/pago/${'x'.repeat(60)}`])
    expect((await page(wrong)).status).toBe(404);
  for (const form of [{}, { pay: '__proto__' }, { pay: 'gratis' }] as Record<string, string>[]) {
    const answer = await send(path, form);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Elegí qué pasa con el pago')]);
  }
  expect((await send(`${path}/1`, { change: 'accept' })).status).toBe(404);
});

test('the checkout exists only in a demonstration', async () => {
  const app = await startTestApp();
  expect((await app.fetch('/dev/pago/1')).status).toBe(404);
  await app.stop();
});
