import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { printInTab } from './print-tab.ts';

interface Row {
  id: number;
  order_id: string;
  tracking_id: string;
  shippings: { shipment_id: string }[];
  delivery_mode: { id: string };
}

/** An order of the list that fits, as the gateway answers it. */
async function orderThat(page: Page, fits: (row: Row) => boolean): Promise<Row> {
  const rows: Row[] = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
    return (await (await fetch('/api/v1/client/order/?limit=500', { headers })).json()).results;
  });
  const found = rows.find(fits);
  if (!found) throw new Error('no order of the demonstration data fits');
  return found;
}

/** Opens an order by its address, once the session that has just begun knows its flags. */
async function open(page: Page, id: string | number): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
  await page.goto(`/ordenes/detalle/${id}`);
}

const card = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Envío #${label}`) });

test.describe('The order detail', () => {
  test('shows the order by its tracking id and by its numeric id', async ({ page, logIn }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 1);
    await open(page, order.tracking_id);
    for (const id of [order.tracking_id, order.id]) {
      await page.goto(`/ordenes/detalle/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden # ${order.order_id}`);
      await expect(page.locator('main').getByText(order.tracking_id, { exact: true })).toBeVisible();
      await expect(
        page
          .locator('main')
          .getByText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)
          .first(),
      ).toBeVisible();
    }
    await expect(page).toHaveTitle(new RegExp(`^Orden # ${order.order_id}`));
  });

  test('says again that it copied when it is pressed again', async ({ page, logIn, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await logIn('demo');
    const { tracking_id } = await orderThat(page, () => true);
    await open(page, tracking_id);
    const copy = page.getByRole('button', { name: 'Copiar el número de orden' });
    const said = await copy.evaluateHandle((button) => {
      const texts: string[] = [];
      const status = button.parentElement?.querySelector(':scope > [role=status]') as Element;
      new MutationObserver(() => texts.push(status.textContent)).observe(status, { childList: true, subtree: true });
      return texts;
    });
    await copy.click();
    await expect(page.getByText('Copiado', { exact: true })).toBeAttached();
    await copy.click();
    await expect.poll(() => said.evaluate((texts) => texts.filter(Boolean))).toEqual(['Copiado', 'Copiado']);
  });

  test('copies the order’s number, or says that the browser refuses it', async ({ page, logIn, context }) => {
    await logIn('demo');
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

  test('opens the only shipment at once, with its measures, its products and its history', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 1);
    await open(page, order.tracking_id);
    const label = order.shippings[0]?.shipment_id ?? '';
    await expect(card(page, label)).toHaveAttribute('aria-expanded', 'true');
    await expect(card(page, label)).not.toContainText('(1/1)');
    for (const term of [
      'Entrega estimada',
      'Costo de Envío',
      'Costo del producto',
      'Peso (g)',
      'Volumen (cm³)',
      'Ancho (cm)',
      'Largo (cm)',
      'Alto (cm)',
    ]) {
      await expect(page.getByText(term, { exact: true })).toBeVisible();
    }
    const history = page.getByRole('table', { name: 'Historial de estados' });
    await expect(history.getByRole('columnheader')).toHaveText(['Orden', 'Fecha', 'Estado', 'Motivo']);
    const dates = await history.locator('tbody td:nth-child(2)').allInnerTexts();
    const sortable = dates.map((text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$2-$1 '));
    expect(dates.length).toBeGreaterThan(0);
    expect(sortable).toEqual([...sortable].sort().reverse());
  });

  test('numbers several shipments and keeps them folded, with their dates', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 2);
    await open(page, order.tracking_id);
    const [first, second] = [0, 1].map((index) => card(page, order.shippings[index]?.shipment_id ?? '')) as [
      Locator,
      Locator,
    ];
    await expect(first).toContainText('(1/2)');
    await expect(second).toContainText('(2/2)');
    await expect(second).toHaveAttribute('aria-expanded', 'false');
    await expect(second).toContainText(/Entrega estimada \d{2}\/\d{2}\/\d{4}/);
    await second.click();
    await expect(second).toHaveAttribute('aria-expanded', 'true');
    await expect(second).not.toContainText('Entrega estimada');
  });

  test('opens the shipment that the link leads to', async ({ page, logIn }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 3);
    const label = order.shippings[2]?.shipment_id ?? '';
    await open(page, `${order.tracking_id}#envio-${label}`);
    await expect(card(page, label)).toHaveAttribute('aria-expanded', 'true');
    await expect(card(page, label)).toBeInViewport();
    await expect(card(page, order.shippings[0]?.shipment_id ?? '')).toHaveAttribute('aria-expanded', 'false');
  });

  test('says who receives, where it is collected, and cuts long observations to two lines', async ({ page, logIn }) => {
    await logIn('demo');
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

  test('of reverse logistics says where it is taken from and where it goes', async ({ page, logIn }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length > 0);
    await page.route('**/api/v1/client/order/*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.results.delivery_mode = { id: '4', name: 'Logística inversa' };
      await route.fulfill({ response: answer, json: body });
    });
    await open(page, order.tracking_id);
    await expect(page.getByRole('heading', { name: 'Datos de retiro' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dirección de entrega' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dirección de colecta' })).toBeHidden();
  });

  test('prints the labels of the whole order', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('demo');
    const order = await orderThat(page, (row) => (row as Row & { printable: boolean }).printable);
    await open(page, order.tracking_id);
    await printInTab(page, () => page.getByRole('button', { name: 'Imprimir etiquetas' }).click());
  });

  test('takes the first of a list, and lives without what the specifications do not name', async ({ page, logIn }) => {
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 1);
    await page.route('**/api/v1/client/order/*', async (route) => {
      const answer = await route.fetch();
      const { results } = await answer.json();
      const { states_token, pickup_point, merchant_order, sender_address, receiver, ...rest } = results;
      void [states_token, pickup_point, merchant_order, sender_address, receiver];
      await route.fulfill({ response: answer, json: { results: [rest] } });
    });
    await open(page, order.tracking_id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden # ${order.order_id}`);
    await expect(page.getByRole('heading', { name: 'Dirección de colecta' })).toBeVisible();
  });

  test('says that it could not be loaded, with a way back and another try', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 404/);
    await logIn('demo');
    await open(page, 'NO-EXISTE');
    await expect(page.getByText('No se pudo obtener la información de la orden')).toBeVisible();
    await expect(page.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    await page.getByRole('link', { name: 'Volver' }).click();
    await expect(page).toHaveURL(/\/ordenes$/);
  });

  test('fits a phone', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('demo');
    const order = await orderThat(page, ({ shippings }) => shippings.length === 1);
    await open(page, order.tracking_id);
    await expect(page.getByRole('list', { name: 'Historial de estados' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
