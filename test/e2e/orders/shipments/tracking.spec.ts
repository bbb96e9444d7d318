import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';

interface Order {
  tracking_id: string;
  order_state: { name: string };
  delivery_mode: { id: string };
  shippings: { shipment_id: string }[];
}

/** Returns the first matching order of the demonstration data. */
async function orderThat(page: Page, fits: (order: Order) => boolean): Promise<Order> {
  const orders: Order[] = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await (await fetch('/api/v1/client/order/?limit=500', { headers })).json()).results;
  });
  const found = orders.find(fits);
  if (!found) throw new Error('no order of the demonstration data fits');
  return found;
}

const delivered = ({ order_state, shippings }: Order) => order_state.name === 'Entregado' && shippings.length === 1;

test.describe('The tracking page', () => {
  test('opens from the order’s link without a session, and shows the shipment’s place and history', {
    tag: ['@both', '@strict'],
  }, async ({ page, storeSession, browser }) => {
    await storeSession('demo');
    const { tracking_id } = await orderThat(page, delivered);
    await page.goto(`/ordenes/detalle/${tracking_id}`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Seguimiento' }).click();
    const tracking = await opened;
    await expect(tracking.getByRole('heading', { level: 1 })).toHaveText(`Seguimiento ${tracking_id}`);

    const visitor = await browser.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.emulateMedia({ colorScheme });
      await visitor.goto(tracking.url().replace(tracking_id, tracking_id.toLowerCase()));
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Seguimiento ${tracking_id}`);
      await expect(visitor.getByRole('region', { name: `${tracking_id}-1` })).toBeVisible();
      await expect(visitor.getByText('Entregado', { exact: true }).first()).toBeVisible();
      await expect(visitor.getByRole('list', { name: 'Etapas' }).locator('[aria-current=step]')).toHaveText(/^Entrega/);
      const ground = await visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(14, 21, 27)');
    }
    const times = await visitor.locator('.timeline time').allInnerTexts();
    const sortable = times.map((text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$2-$1 '));
    expect(times.length).toBeGreaterThan(3);
    expect(sortable).toEqual([...sortable].sort().reverse());
    expect(await visitor.context().cookies()).toEqual([]);
    await visitor.close();
  });

  test('is found by number on a phone, reports an unknown number, and links one shipment of an order to all its shipments', async ({
    page,
    storeSession,
    allowConsole,
    expectAccessible,
  }) => {
    allowConsole(/status of 404/);
    await page.setViewportSize({ width: 360, height: 740 });
    await storeSession('demo');
    const { tracking_id, shippings } = await orderThat(page, (order) => order.shippings.length === 3);
    await page.goto('/seguimiento');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seguí tu envío');
    const number = page.getByLabel('Número de seguimiento o etiqueta');
    await number.fill('hola');
    await number.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos ese envío');
    await number.fill(` ${shippings[1]?.shipment_id.toLowerCase()} `);
    await page.getByRole('button', { name: 'Buscar' }).click();
    await expect(page).toHaveURL(`/seguimiento/${shippings[1]?.shipment_id}`);
    await expect(page.getByRole('heading', { level: 2, name: /^Paquete/ })).toHaveText([
      `Paquete 2 de 3 ${tracking_id}-2`,
    ]);
    await expectAccessible();
    await page.getByRole('link', { name: 'Ver los 3 paquetes de este envío' }).click();
    await expect(page).toHaveURL(`/seguimiento/${tracking_id}`);
    await expect(page.getByRole('heading', { level: 2, name: /^Paquete/ })).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible();
  });
});
