import type { Page } from '@playwright/test';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect } from '#test/e2e/fixtures.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** An order created by the test. */
export interface CreatedOrder {
  id: number;
  number: string;
  tracking: string;
  labels: string[];
}

/** Returns the headers of calls in the page's session. */
export async function asClient(page: Page): Promise<{ authorization: string }> {
  const token = await page.evaluate(() => window.localStorage.getItem('token'));
  return { authorization: `Bearer ${token}` };
}

/** Creates an order by the API, in the page's session. */
export async function makeOrder(page: Page, changes: Record<string, unknown> = {}): Promise<CreatedOrder> {
  const number = String(changes.order_id ?? uniqueText('V-'));
  const data = newOrder({ ...changes, order_id: number });
  const answer = await page.request.post('/api/v1/client/order/', { headers: await asClient(page), data });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id, tracking_id } = (await answer.json()).results;
  return { id, number, tracking: tracking_id, labels: data.shipments.map((_, index) => `${tracking_id}-${index + 1}`) };
}

let events = 0;

/** Records events of a shipment through the provider's API, one state after the other. */
export async function sendEvents(page: Page, label: string, ...states: string[]): Promise<void> {
  for (const state of states) {
    events += 1;
    const event = { event_id: `${label} ${events}`, shipment_id: label, state, at: new Date().toISOString() };
    const answer = await page.request.post(gatewayUrl('/api/ops/v1/shipment/events'), {
      headers: { 'x-api-key': PROVIDER_KEY },
      data: { events: [event] },
    });
    expect(await answer.json()).toMatchObject({ recorded: 1 });
  }
}

/** Opens an order's detail after the new session has loaded its flags. */
export async function openDetail(page: Page, { tracking }: CreatedOrder, query = ''): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
  await page.goto(`/ordenes/detalle/${tracking}${query}`);
}

/** The newest alert. */
export const alertOn = (page: Page) =>
  page.locator('li[data-state="open"]').filter({ hasNotText: 'Ingreso Exitoso' }).last();
