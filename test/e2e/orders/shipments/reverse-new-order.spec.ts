import type { Request } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { asClient } from '#test/e2e/orders/created-order.ts';
import { OrderPage } from '#test/e2e/orders/order-page.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

const isCreation = (request: Request) =>
  request.method() === 'POST' && /\/api\/v1\/client\/order\/?$/.test(request.url());

test.describe('A new order of reverse logistics', () => {
  test('can be saved only after a change, can be created twice from one form, and is listed only under reverse logistics', {
    tag: '@both',
  }, async ({ page, logIn, allowConsole }) => {
    allowConsole(/422/);
    await logIn('inversa');
    await page.getByRole('link', { name: 'Logística Inversa' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logística Inversa');
    await page.getByRole('link', { name: 'Nueva Orden' }).click();
    const order = new OrderPage(page);
    const another = page.getByRole('button', { name: /^Generar Nueva Orden/ });
    await expect(page).toHaveURL(/\/logistica-inversa\/nueva-orden$/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Datos de la Orden',
      'Datos de retiro',
      'Envíos',
      'Resumen',
    ]);
    await expect(order.field('Remitente')).toHaveValue('Zapatería Quebracho');
    await expect(page.getByText(/lo llevamos a tu dirección principal: \S/)).toBeVisible();
    for (const button of [order.save, another]) await expect(button).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Revisá' })).toHaveCount(0);

    await order.field('Nro. de Orden Interno').fill('A');
    await order.save.click();
    for (const [label, message] of [
      ['Largo', 'El largo es obligatorio.'],
      ['Ancho', 'El ancho es obligatorio.'],
      ['Alto', 'El alto es obligatorio.'],
      ['Documento', 'Este dato es obligatorio'],
      ['Nro. de Orden Interno', /El número de orden es muy corto$/],
    ] as const) {
      await expect(order.field(label)).toHaveAccessibleDescription(message);
    }

    const number = await order.fillOrder();
    await order.fillMeasures(1, ['30', '20', '10', '900', '15000']);
    const sent = page.waitForRequest(isCreation);
    await another.click();
    const body = (await sent).postDataJSON();
    const addresses = await page.request.get('/api/v1/client/sender_address/', { headers: await asClient(page) });
    const main = (await addresses.json()).results.find(({ main_address }: { main_address: boolean }) => main_address);
    expect(body).toMatchObject({
      order_id: number,
      delivery_mode: 4,
      pickup_address_id: main.id,
      sender_name: 'Zapatería Quebracho',
      receiver: { document: '27331480', address: { city: expect.any(String), between_1: 'Costa Rica' } },
      shipments: [{ items: [{ sku: 'NO_INFORMADO', item: 'NO_INFORMADO', quantity: 1 }] }],
    });
    await expect(order.alert).toContainText('se creó correctamente');
    await expect(order.field('Nro. de Orden Interno')).toHaveValue('');
    await expect(order.field('Nro. de Orden Interno')).toBeFocused();
    for (const button of [order.save, another]) await expect(button).toHaveAttribute('aria-disabled', 'true');

    await order.fillOrder(number);
    await order.fillMeasures(1, ['30', '20', '10', '900', '15000']);
    await order.save.click();
    await expect(order.field('Nro. de Orden Interno')).toHaveAttribute('aria-invalid', 'true');
    const second = uniqueText('LI-');
    await order.field('Nro. de Orden Interno').fill(second);
    await order.save.click();
    await expect(page).toHaveURL(/\/logistica-inversa$/);
    await expect(page.getByRole('link', { name: second })).toBeVisible();
    await page.goto(`/ordenes?nroOrden=${second}&modoEntrega=1`);
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
  });

  test('offers more than ten thousand products by rendering the visible ones and searching for the rest', async ({
    page,
    logIn,
  }) => {
    await logIn('inversa');
    const product = (id: number, sku: string) => ({
      id,
      sku,
      description: 'Sandalia de cuero',
      category: { id: '1', name: 'Indumentaria y calzado' },
      value: 1000,
      length: 10,
      height: 10,
      width: 10,
      weight: 100,
      active: true,
    });
    const total = 10_050;
    const first = Array.from({ length: 9999 }, (_, index) => product(index + 1, `S-${index + 1}`));
    await page.route('**/api/v1/client/product/?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const sku = query.get('filter[sku]');
      const far = sku ? [product(total, `FAR-${total}`)].filter((one) => one.sku.includes(sku)) : [];
      const whole = sku === null && !query.has('filter[description]');
      const [results, pages] = whole ? [first, 2] : [far, 1];
      return route.fulfill({ json: { results, pagination: { page: 1, pages, total, limit: 9999 } } });
    });
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto('/logistica-inversa/nueva-orden');
    const order = new OrderPage(page);
    await order.button('Agregar Ítem').click();
    const picker = order.field('Producto del ítem 1');
    await picker.press('ArrowDown');
    const list = page.getByRole('listbox');
    await expect(page.getByText('9.999 productos')).toBeVisible();
    expect(await list.getByRole('option').count()).toBeLessThan(60);
    await picker.press('End');
    await expect(list.getByRole('option', { name: 'S-9999 ' })).toBeInViewport();
    await expect(list.getByRole('option', { name: 'S-9999 ' })).toHaveAttribute('aria-posinset', '9999');
    await picker.fill('FAR-100');
    await expect(list.getByRole('option')).toHaveCount(1);
    await picker.press('Enter');
    await expect(picker).toHaveValue(`FAR-${total} · Sandalia de cuero`);
    await expect(order.field('Peso')).toHaveValue('100');
  });
});
