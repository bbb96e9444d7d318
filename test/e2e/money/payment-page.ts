import type { Locator, Page } from '@playwright/test';
import { expect } from '#test/e2e/fixtures.ts';
import { asClient, type CreatedOrder, makeOrder } from '#test/e2e/orders/created-order.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** Orders with a common prefix of their numbers, so that a list can be filtered to them. */
export interface OrderGroup {
  prefix: string;
  orders: CreatedOrder[];
  /** Total price in pesos. */
  total: number;
}

/** Creates orders by the API, in the page's session. */
export async function makeOrders(page: Page, count: number): Promise<OrderGroup> {
  const prefix = uniqueText('G-');
  const orders: CreatedOrder[] = [];
  for (let n = 1; n <= count; n += 1) orders.push(await makeOrder(page, { order_id: `${prefix}-${n}` }));
  const rows = await listed(page, prefix);
  return { prefix, orders, total: rows.reduce((sum, { rate_value }) => sum + rate_value, 0) };
}

/** Returns the gateway's list of a group's orders. */
export async function listed(page: Page, prefix: string): Promise<{ rate_value: number; printable: boolean }[]> {
  const answer = await page.request.get('/api/v1/client/order/', {
    headers: await asClient(page),
    params: { 'filter[order]': prefix, limit: 50 },
  });
  return (await answer.json()).results;
}

/**
 * Begins a payment by the API.
 * @returns the checkout's URL
 */
export async function beginPayment(page: Page, orders: readonly CreatedOrder[]): Promise<string> {
  const answer = await page.request.post('/api/v1/client/merchant_order/', {
    headers: await asClient(page),
    data: { orders: orders.map(({ id }) => String(id)) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).results.init_point;
}

/** Opens the orders list, filtered to one group. */
export async function openGroup(page: Page, { prefix, orders }: OrderGroup): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
  await page.goto(`/ordenes?nroOrden=${prefix}`);
  await expect(orderRows(page)).toHaveCount(orders.length);
}

/** Rows with a tracking id, not the skeletons before them. */
export const orderRows = (page: Page): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Más acciones/ }) });

export const question = (page: Page): Locator => page.getByRole('alertdialog');

/** Matches '$ 1.234,50' with any kind of space. */
export const inPesos = (amount: number): RegExp =>
  new RegExp(
    `\\$\\s${amount.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replaceAll('.', '\\.')}`,
  );
