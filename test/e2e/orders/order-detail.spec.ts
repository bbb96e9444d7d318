import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { printInTab } from './shipments/print-tab.ts';

interface Row {
  id: number;
  order_id: string;
  tracking_id: string;
  shippings: { shipment_id: string }[];
  delivery_mode: { id: string };
}

/** Returns the first matching order of the gateway's list. */
async function orderThat(page: Page, fits: (row: Row) => boolean): Promise<Row> {
  const rows: Row[] = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await (await fetch('/api/v1/client/order/?limit=500', { headers })).json()).results;
  });
  const found = rows.find(fits);
  if (!found) throw new Error('no order of the demonstration data fits');
  return found;
}

/** Opens an order by its URL after the new session has loaded its flags. */
async function open(page: Page, id: string | number): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
  await page.goto(`/ordenes/detalle/${id}`);
}

const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Envío #${label}`) });

test.describe('The order detail', () => {
  test('shows the only shipment with its measures, products and history, and prints the labels of the whole order', {
    tag: '@both',
  }, async ({ page, storeSession }) => {
    await storeSession('demo');
    await test.step('the only shipment is expanded at once', async () => {
      const order = await orderThat(page, ({ shippings }) => shippings.length === 1);
      await open(page, order.tracking_id);
      const label = order.shippings[0]?.shipment_id ?? '';
      await expect(card(page, label)).toHaveAttribute('aria-expanded', 'true');
      await expect(card(page, label)).not.toContainText('(1/1)');
      const history = page.getByRole('table', { name: 'Historial de estados' });
      await expect(history.getByRole('columnheader')).toHaveText(['Orden', 'Fecha', 'Estado', 'Motivo']);
      const dates = await history.locator('tbody td:nth-child(2)').allInnerTexts();
      const sortable = dates.map((text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$2-$1 '));
      expect(dates.length).toBeGreaterThan(0);
      expect(sortable).toEqual([...sortable].sort().reverse());
    });
    await test.step('the labels of the whole order are printed', async () => {
      const order = await orderThat(page, (row) => (row as Row & { printable: boolean }).printable);
      await open(page, order.tracking_id);
      await printInTab(page, () => page.getByRole('button', { name: 'Imprimir etiquetas' }).click());
    });
  });

  test('expands the shipment that the link names, cuts long remarks to two lines, and copies the order’s number', async ({
    page,
    storeSession,
    context,
  }) => {
    await storeSession('demo');
    await test.step('the named shipment is expanded and in sight', async () => {
      const order = await orderThat(page, ({ shippings }) => shippings.length === 3);
      const label = order.shippings[2]?.shipment_id ?? '';
      await open(page, `${order.tracking_id}#envio-${label}`);
      await expect(card(page, label)).toHaveAttribute('aria-expanded', 'true');
      await expect(card(page, label)).toBeInViewport();
      await expect(card(page, order.shippings[0]?.shipment_id ?? '')).toHaveAttribute('aria-expanded', 'false');
    });
    await test.step('receiver and collection address are shown, and long remarks are cut', async () => {
      const order = await orderThat(
        page,
        ({ shippings, delivery_mode }) => shippings.length > 0 && delivery_mode.id === '1',
      );
      await page.route('**/api/v1/client/order/*', async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        for (const shipping of body.results?.shippings ?? []) {
          shipping.receiver.address_other_info = 'Tocar timbre dos veces y esperar. '.repeat(18);
        }
        await route.fulfill({ response: answer, json: body });
      });
      await open(page, order.tracking_id);
      await expect(page.getByRole('heading', { name: 'Destinatario' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Dirección de colecta' })).toBeVisible();
      const remark = page.getByText(/^Tocar timbre/);
      const folded = (await remark.boundingBox())?.height ?? 0;
      await page.getByRole('button', { name: 'Ver más' }).click();
      expect((await remark.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 2);
      await page.getByRole('button', { name: 'Ver menos' }).click();
      await expect.poll(async () => (await remark.boundingBox())?.height).toBe(folded);
    });
    await test.step('the number is copied, or an error is shown if the browser refuses', async () => {
      const { tracking_id } = await orderThat(page, () => true);
      await open(page, tracking_id);
      const copy = page.getByRole('button', { name: 'Copiar el número de orden' });
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
      });
      await copy.click();
      await expect(page.getByText('No se pudo copiar: seleccioná el texto y copialo')).toBeAttached();
      await page.reload();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await copy.click();
      await expect(page.getByText('Copiado', { exact: true })).toBeAttached();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tracking_id);
    });
  });
});
