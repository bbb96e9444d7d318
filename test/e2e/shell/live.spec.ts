import type { BrowserContext, Page, Request } from '@playwright/test';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { logIn as logInAt } from '#test/e2e/demo-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/v1/client/live/';
const isList = (request: Request) => new URL(request.url()).pathname === '/api/v1/client/order/';

/** Records the browser's matching requests from now on. */
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

/** Creates an order by the API, in the page's session. */
async function makeOrder(page: Page): Promise<Order> {
  const token = await page.evaluate(() => window.localStorage.getItem('token'));
  const number = uniqueText('V-');
  const answer = await page.request.post('/api/v1/client/order/', {
    headers: { authorization: `Bearer ${token}` },
    data: newOrder({ order_id: number }),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id, tracking_id } = (await answer.json()).results;
  return { id, number, tracking: tracking_id, label: `${tracking_id}-1` };
}

let events = 0;

/** Records an event of a shipment through the provider's API. */
async function recordEvent(page: Page, { label }: Order, state: string): Promise<void> {
  events += 1;
  const event = { event_id: `${label} ${events}`, shipment_id: label, state, at: new Date().toISOString() };
  const answer = await page.request.post(gatewayUrl('/api/ops/v1/shipment/events'), {
    headers: { 'x-api-key': PROVIDER_KEY },
    data: { events: [event] },
  });
  expect(await answer.json()).toMatchObject({ recorded: 1 });
}

/** Opens the list, filtered to one order. */
const openList = (page: Page, { number }: Order) => page.goto(`/ordenes?nroOrden=${number}`);
const row = (page: Page, { number }: Order) => page.getByRole('row').filter({ hasText: number });

test.describe('Live updates', () => {
  test('a provider’s event changes the status on an open screen and leaves the person’s input unchanged', async ({
    page,
    storeSession,
  }) => {
    await storeSession('inversa');
    const [one, two] = [await makeOrder(page), await makeOrder(page)];
    await page.goto('/ordenes');
    await expect(row(page, two)).toContainText('Registrado');
    await page.getByRole('textbox', { name: 'Nro. de Orden Interno' }).fill('a medias');
    await row(page, one).getByRole('button', { name: 'Más acciones' }).click();
    const item = page.getByRole('menuitem', { name: 'Ver detalle' });
    await expect(item).toBeVisible();
    const scrolled = await page.evaluate(() => window.scrollY);
    const navigations: string[] = [];
    page.on('framenavigated', (frame) => navigations.push(frame.url()));
    const asked = requestsOf(page.context(), isList);
    await recordEvent(page, two, 'Retirado');
    await expect(page.locator('tr', { hasText: two.number })).toContainText('Retirado');
    expect(navigations).toEqual([]);
    // Automatic reads must not keep an unused session alive.
    expect(asked.map((request) => request.headers()['x-background'])).toEqual(['1']);
    await expect(item).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Nro. de Orden Interno' })).toHaveValue('a medias');
  });

  test('eight tabs share one event stream, and another tab takes it over when the tab that holds it closes', async ({
    page,
    context,
    storeSession,
  }) => {
    const streams = requestsOf(context, isStream);
    await storeSession('inversa');
    const order = await makeOrder(page);
    await openList(page, order);
    const tabs = [page];
    while (tabs.length < 8) tabs.push(await context.newPage());
    await Promise.all(tabs.slice(1).map((tab) => openList(tab, order)));
    for (const tab of tabs) await expect(row(tab, order)).toContainText('Registrado');
    await recordEvent(page, order, 'Retirado');
    for (const tab of tabs) {
      // Hidden tabs refetch when they become visible.
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
    // The reconnect sends the id of the last event, so that no event is missed.
    expect(new URL(again.url()).searchParams.get('last_event_id')).toMatch(/^[\w-]+\.\d+$/);
    await recordEvent(others[0] as Page, order, 'Despachado');
    for (const tab of others) {
      await tab.bringToFront();
      await expect(row(tab, order)).toContainText('Despachado');
    }
  });

  test('a tab takes the event stream over from a frozen tab', async ({ page, context, storeSession }) => {
    await page.clock.install();
    await storeSession('inversa');
    const order = await makeOrder(page);
    const frozen = await context.newPage();
    await frozen.goto('/seguimiento');
    await openList(page, order);
    await expect(row(page, order)).toContainText('Registrado');
    // Simulates a frozen tab, which holds the lock and reads nothing.
    await frozen.evaluate(() => {
      const forever = () => new Promise<void>((_, reject) => Object.assign(window, { reject }));
      navigator.locks.request('live inversa', { steal: true }, forever).catch(() => undefined);
    });
    // The silence begins when the page waits for the lock again.
    await frozen.waitForFunction(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const owner = held.find(({ name }) => name === 'live inversa')?.clientId;
      return pending.some(({ name, clientId }) => name === 'live inversa' && clientId !== owner);
    });
    const taken = page.waitForRequest(isStream);
    await page.clock.fastForward(80_000);
    await taken;
    await recordEvent(page, order, 'Retirado');
    await expect(row(page, order)).toContainText('Retirado');
  });

  test('events of another client are never received', async ({ page, context, browser, storeSession }) => {
    await storeSession('inversa');
    const mine = await makeOrder(page);
    const heard = page.waitForRequest(isStream);
    await openList(page, mine);
    await heard;
    await expect(row(page, mine)).toContainText('Registrado');

    const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await elsewhere.newPage();
    await logInAt(other, 'zebra');
    const theirs = await makeOrder(other);
    await openList(other, theirs);
    await expect(row(other, theirs)).toContainText('Registrado');

    // Events arrive in their order: after this one none of the order's creation is on its way.
    await recordEvent(page, mine, 'Retirado');
    await expect(row(page, mine)).toContainText('Retirado');
    const asked = requestsOf(context, isList);
    await recordEvent(page, theirs, 'Retirado');
    await expect(row(other, theirs)).toContainText('Retirado');
    expect(asked).toEqual([]);
    await recordEvent(page, mine, 'Despachado');
    await expect(row(page, mine)).toContainText('Despachado');
    expect(asked).toHaveLength(1);
    await elsewhere.close();
  });
});

test(
  'only a gateway with event streams receives a request for one; without it, screens reload when their tab becomes visible',
  { tag: ['@both', '@strict'] },
  async ({ page, context, storeSession }, info) => {
    const streams = requestsOf(context, isStream);
    await storeSession('inversa');
    const order = await makeOrder(page);
    await openList(page, order);
    await expect(row(page, order)).toContainText('Registrado');
    await recordEvent(page, order, 'Retirado');
    // The portal doesn't read fresh data again. A gateway without additions returns only the order's state.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(row(page, order)).toContainText(/Retirado|En Curso/, { timeout: 1000 });
    }).toPass();
    expect(streams.length > 0).toBe(info.project.name !== 'strict');
  },
);
