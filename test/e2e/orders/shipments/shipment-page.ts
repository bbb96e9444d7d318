import type { Locator, Page } from '@playwright/test';
import type { ShipmentRow } from '#shared/orders/shipments.ts';
import { expect } from '#test/e2e/fixtures.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** Page object of the shipment screens, with the ids of their data. */
export class ShipmentPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the list through the menu and waits for its rows. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Envíos', exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Envíos');
    await expect(this.rows.first().getByRole('link')).toBeVisible();
  }

  /** Opens a path after the new session has loaded its flags. */
  async goTo(address: string): Promise<void> {
    await this.page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await this.page.goto(address);
  }

  get rows(): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell') });
  }

  row(label: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name: label, exact: true }) });
  }

  box(label: string): Locator {
    return this.page.getByRole('checkbox', { name: `Elegir ${label}`, exact: true });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The newest alert. */
  get alert(): Locator {
    return this.page.locator('li[data-state="open"]').filter({ hasNotText: 'Ingreso Exitoso' });
  }

  async #asClient<T>(work: (headers: { authorization: string }) => Promise<T>): Promise<T> {
    const token = await this.page.evaluate(() => window.localStorage.getItem('token'));
    return work({ authorization: `Bearer ${token}` });
  }

  /** Returns the gateway's list of shipments. */
  listed(filter: Record<string, string> = {}, limit = 500): Promise<ShipmentRow[]> {
    return this.#asClient(async (headers) => {
      const params = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]));
      const answer = await this.page.request.get('/api/v1/client/shipping/', { headers, params: { ...params, limit } });
      return ((await answer.json()) as { results: ShipmentRow[] }).results;
    });
  }

  async that(fits: (row: ShipmentRow) => boolean): Promise<ShipmentRow> {
    const found = (await this.listed()).find(fits);
    if (!found) throw new Error('no shipment of the demonstration data fits');
    return found;
  }

  /**
   * Creates an order by the API.
   * @returns its shipments, sorted by label
   */
  async make(shipments: readonly object[], receiver: object = {}): Promise<ShipmentRow[]> {
    const form = newOrder({ order_id: uniqueText('V-'), shipments });
    const data = { ...form, receiver: { ...form.receiver, ...receiver } };
    const tracking = await this.#asClient(async (headers) => {
      const answer = await this.page.request.post('/api/v1/client/order/', { headers, data });
      expect(answer.status(), await answer.text()).toBe(200);
      return ((await answer.json()) as { results: { tracking_id: string } }).results.tracking_id;
    });
    return (await this.listed({ shipment: tracking })).sort((a, b) => a.shipment_id.localeCompare(b.shipment_id));
  }
}
