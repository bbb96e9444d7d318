import type { BrowserContext, Page, Request } from '@playwright/test';
import { newOrder } from '../new-order.ts';
import { OPERATOR_KEY } from '../operator.ts';
import { expect, test } from './test.ts';

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/client/live/';
const isList = (request: Request) => new URL(request.url()).pathname === '/api/v1/client/order/';

/** Requests of a kind that the browser makes from now on. */
function requestsOf(context: BrowserContext, matches: (request: Request) => boolean): Request[] {
  const seen: Request[] = [];
  context.on('request', (request) => matches(request) && seen.push(request));
  return seen;
}

interface Order {
  id: number;
  number: string;
  tracking: string;
  label: string;
}

/** Creates an order behind the page, in the session of the page. */
async function makeOrder(page: Page): Promise<Order> {
  const token = await page.evaluate(() => window.localStorage.getItem('token'));
  const number = `V-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`.toUpperCase();
  const answer = await page.request.post('/api/v1/client/order/', {
    headers: { authorization: `Bearer ${token}` },
    data: newOrder({ order_id: number }),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id, tracking_id } = (await answer.json()).results;
  return { id, number, tracking: tracking_id, label: `${tracking_id}-1` };
}

let events = 0;

/** What the provider's system tells about a parcel. */
async function tell(page: Page, { label }: Order, state: string): Promise<void> {
  events += 1;
  const event = { event_id: `${label} ${events}`, shipment_id: label, state, at: new Date().toISOString() };
  const answer = await page.request.post('/api/ops/v1/shipment/events', {
    headers: { 'x-api-key': OPERATOR_KEY },
    data: { events: [event] },
  });
  expect(await answer.json()).toMatchObject({ recorded: 1 });
}

/** Opens the list with one order in it. */
const openList = (page: Page, { number }: Order) => page.goto(`/ordenes?nroOrden=${number}`);
const row = (page: Page, { number }: Order) => page.getByRole('row').filter({ hasText: number });

test.describe('@own Live updates', () => {
  test('an event of the provider changes the badge on an open screen, without a reload', async ({ page, logIn }) => {
    await logIn('basico');
    const order = await makeOrder(page);
    await openList(page, order);
    await expect(row(page, order)).toContainText('Registrado');
    const navigations: string[] = [];
    page.on('framenavigated', (frame) => navigations.push(frame.url()));
    await tell(page, order, 'Retirado');
    await expect(row(page, order)).toContainText('Retirado');
    expect(navigations).toEqual([]);
  });

  test('the open detail shows the new state with its line of history, and says it', async ({ page, logIn }) => {
    await logIn('basico');
    const order = await makeOrder(page);
    await page.goto(`/ordenes/detalle/${order.tracking}`);
    const history = page.getByRole('table', { name: 'Historial de estados' }).locator('tbody tr');
    await expect(history).toHaveCount(1);
    await expect(page.getByText(/^El estado cambió/)).toHaveCount(0);
    await tell(page, order, 'Retirado');
    await expect(history).toHaveCount(2);
    await expect(history.first()).toContainText('Retirado');
    await expect(
      page.getByRole('status').filter({ hasText: 'El estado cambió a En Curso. Envío 1: Retirado.' }),
    ).toBeAttached();
  });

  test('eight tabs show it by one stream, which another one takes over when its tab is closed', async ({
    page,
    context,
    logIn,
  }) => {
    const streams = requestsOf(context, isStream);
    await logIn('basico');
    const order = await makeOrder(page);
    await openList(page, order);
    const tabs = [page];
    while (tabs.length < 8) tabs.push(await context.newPage());
    for (const tab of tabs.slice(1)) await openList(tab, order);
    for (const tab of tabs) await expect(row(tab, order)).toContainText('Registrado');
    await tell(page, order, 'Retirado');
    for (const tab of tabs) {
      // Hidden tabs read when they are looked at.
      await tab.bringToFront();
      await expect(row(tab, order)).toContainText('Retirado');
    }
    const holder = streams.at(-1)?.frame().page();
    const open = streams.filter((request) => !request.failure());
    expect(open).toHaveLength(1);

    const others = tabs.filter((tab) => tab !== holder);
    const taken = context.waitForEvent('request', isStream);
    await holder?.close();
    const again = await taken;
    // It comes back with the id of the last event, so that nothing is missed on the way.
    expect(new URL(again.url()).searchParams.get('last_event_id')).toMatch(/^[\w-]+\.\d+$/);
    await tell(others[0] as Page, order, 'Despachado');
    for (const tab of others) {
      await tab.bringToFront();
      await expect(row(tab, order)).toContainText('Despachado');
    }
  });

  test('another client’s event never reaches this one', async ({ page, context, browser, logIn }) => {
    await logIn('basico');
    const mine = await makeOrder(page);
    const heard = page.waitForRequest(isStream);
    await openList(page, mine);
    await heard;
    await expect(row(page, mine)).toContainText('Registrado');

    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(new URL('/login', page.url()).href);
    await other.getByLabel('Usuario').fill('zebra');
    await other.getByLabel('Contraseña', { exact: true }).fill('portal2026');
    await other.getByRole('button', { name: 'Entrar' }).click();
    await other.waitForURL('**/estadisticas');
    const origin = new URL(page.url()).origin;
    const theirs = await test.step('an order of the other client', async () => {
      const token = await other.evaluate(() => window.localStorage.getItem('token'));
      const answer = await other.request.post(`${origin}/api/v1/client/order/`, {
        headers: { authorization: `Bearer ${token}` },
        data: newOrder({ order_id: `X-${Date.now().toString(36)}` }),
      });
      const { id, order_id, tracking_id } = (await answer.json()).results;
      return { id, number: order_id, tracking: tracking_id, label: `${tracking_id}-1` };
    });
    const asked = requestsOf(context, isList);
    await tell(page, theirs, 'Retirado');
    await tell(page, mine, 'Retirado');
    await expect(row(page, mine)).toContainText('Retirado');
    expect(asked).toHaveLength(1);
    await elsewhere.close();
  });
});

test('only a gateway that has streams is asked for one; screens are read anyhow when they are looked at', async ({
  page,
  context,
  logIn,
}, info) => {
  const streams = requestsOf(context, isStream);
  await logIn('basico');
  const order = await makeOrder(page);
  await openList(page, order);
  await expect(row(page, order)).toContainText('Registrado');
  await tell(page, order, 'Retirado');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(row(page, order)).toContainText('Retirado');
  expect(streams.length > 0).toBe(info.project.name !== 'strict');
});
