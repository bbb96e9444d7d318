import type { Page } from '@playwright/test';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { expect } from '#test/e2e/fixtures.ts';
import { gatewayUrl } from '#test/e2e/gateway-url.ts';
import { asClient } from '#test/e2e/orders/created-order.ts';

/** Adds a collection address to the company of the page's session. @returns its id */
export async function addAddress(page: Page, street_name: string): Promise<number> {
  const data = {
    street_name,
    street_number: '77',
    neighborhood_name: 'Centro',
    zip_code: '5000',
    city: 'Córdoba',
    state: 'Córdoba',
    other_info: 'De 9 a 13',
    main_address: false,
    active: true,
  };
  const answer = await page.request.post('/api/v1/client/sender_address/', { headers: await asClient(page), data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).results.id;
}

/** Prints the labels of an order in the page's session. */
export async function printLabels(page: Page, id: number): Promise<void> {
  const headers = await asClient(page);
  const answer = await page.request.post('/api/v1/client/shipping/batch_printing_by_orders_id.pdf', {
    headers,
    data: { orders_id: [id] },
  });
  expect(answer.status()).toBe(200);
  await answer.body();
}

/** Returns the label of a shipment of a company of the demonstration, by its user. */
export async function shipmentOf(page: Page, username: string): Promise<string> {
  const ask = async (path: string) =>
    (await page.request.get(gatewayUrl(`/api/ops/v1${path}`), { headers: { 'x-api-key': PROVIDER_KEY } })).json();
  const [client] = (await ask(`/client/?filter[search]=${username}&limit=1`)).results;
  const [shipment] = (await ask(`/client/${client.client_id}/shipment/?limit=1`)).results;
  return shipment.shipment_id;
}
