import type { Page, Route } from '@playwright/test';
import { makeOrder } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { test as newOrder } from './new-order-test.ts';

/** Changes what a call answers, as another gateway would send it. */
async function answerWith(route: Route, change: (body: Record<string, unknown>) => void): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as Record<string, unknown>;
  change(body);
  await route.fulfill({ response, json: body });
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test.describe('What a gateway of somebody else sends', () => {
  test(
    'an order is looked up by its tracking id, then read by its number',
    { tag: '@both' },
    async ({ page, logIn }, info) => {
      await logIn('inversa');
      const order = await makeOrder(page);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/v1/client/order/')) asked.push(decodeURIComponent(pathname + search));
      });
      await page.goto(`/ordenes/detalle/${order.tracking}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orden # ${order.number}`);
      const expected =
        info.project.name === 'strict'
          ? [
              `/api/v1/client/order/?page=1&filter[tracking]=${order.tracking}&limit=1`,
              `/api/v1/client/order/${order.id}`,
            ]
          : [`/api/v1/client/order/${order.tracking}`];
      // What changes meanwhile is read once more.
      expect([...new Set(asked)]).toEqual(expected);
    },
  );

  test('of several terms the latest are shown and accepted', { tag: '@both' }, async ({ page, logIn }) => {
    await page.route('**/api/v1/client/terms/', (route) =>
      answerWith(route, (body) => {
        const [latest] = body.results as { id: number; text: string }[];
        body.results = [{ id: 0, text: '<p>Términos viejos</p>' }, latest];
      }),
    );
    await logIn('nuevo');
    const terms = page.getByRole('dialog', { name: 'Términos y Condiciones de Transporte' });
    await expect(terms).toBeVisible();
    await expect(terms.getByRole('checkbox')).toBeEnabled();
    await expect(terms).not.toContainText('Términos viejos');
  });

  test('the id of terms that were accepted before is stored', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('basico');
    await expect.poll(() => stored(page, 'terms_config')).toMatch(/^\d+$/);
  });

  test('the state of a requested change is shown in Spanish', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page, { delivery_mode: '4' });
    await page.route('**/api/v1/client/order/?**', (route) =>
      answerWith(route, (body) => {
        for (const row of body.results as Record<string, unknown>[]) row.last_modification_incidence_state = 'rejected';
      }),
    );
    await page.goto(`/logistica-inversa?nroOrden=${order.number}`);
    await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Modificación: Rechazado');
  });

  test('a password is compared again with its confirmation', { tag: '@both' }, async ({ page }) => {
    await page.goto('/password_reset/enlace');
    const [password, confirmation] = [page.getByLabel('Nueva contraseña'), page.getByLabel('Repetí la contraseña')];
    await password.fill('quebracho7');
    await confirmation.fill('quebracho7');
    await password.fill('quebracho8');
    await password.blur();
    await expect(confirmation).toHaveAccessibleDescription('La contraseña no coincide.');
    await password.fill('quebracho7');
    await expect(confirmation).not.toHaveAttribute('aria-invalid');
  });

  test('an order is edited with the coordinates that it has', async ({ page, logIn }) => {
    await logIn('inversa');
    const order = await makeOrder(page);
    await page.route(`**/api/v1/client/order/${order.tracking}`, (route) =>
      answerWith(route, (body) => {
        const { shippings } = body.results as { shippings: { receiver: Record<string, unknown> }[] };
        for (const { receiver } of shippings)
          Object.assign(receiver, { address_longitude: -58.43, address_latitude: -34.59 });
      }),
    );
    for (const [label, text, longitude] of [
      ['Piso', '7', -58.43],
      ['Altura', '77', null],
    ] as const) {
      await page.goto(`/ordenes/editar/${order.tracking}`);
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByRole('button', { name: /^Guardar/ }).click();
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().endsWith('/modification')),
        page.getByRole('alertdialog').getByRole('button', { name: 'Guardar' }).click(),
      ]);
      expect(request.postDataJSON().receiver.address_longitude).toBe(longitude);
      await expect(page).toHaveURL(/\/ordenes\/detalle\//);
    }
  });
});

test.describe('A read that fails', () => {
  const LIST = '**/api/v1/client/order/?**';

  const anOrder = (page: Page) => page.locator('main a[href*="/ordenes/detalle/"]').first();

  /** Fails the first reads of the list in a way, and counts all of them. */
  async function failFirst(page: Page, times: number, fail: (route: Route) => Promise<void>): Promise<() => number> {
    let asked = 0;
    await page.route(LIST, (route) => {
      asked += 1;
      return asked <= times ? fail(route) : route.fallback();
    });
    return () => asked;
  }

  for (const [how, fail] of [
    ['by a page of its proxy', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502' })],
    ['because the gateway is overloaded', (route) => route.fulfill({ status: 503, json: { message: 'Saturado' } })],
    ['because its connection breaks', (route) => route.abort('connectionreset')],
  ] as [string, (route: Route) => Promise<void>][]) {
    test(`once ${how} is repeated, and the page shows what is answered then`, { tag: '@both' }, async ({
      page,
      logIn,
      allowConsole,
    }) => {
      allowConsole(/502|503|ERR_CONNECTION_RESET/);
      await logIn('basico');
      const asked = await failFirst(page, 1, fail);
      await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
      await expect(anOrder(page)).toBeVisible();
      expect(asked()).toBeGreaterThan(1);
      await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
    });
  }

  test('three times says so and is repeated by hand', { tag: '@both' }, async ({ page, logIn, allowConsole }) => {
    allowConsole(/503/);
    await logIn('basico');
    await failFirst(page, 3, (route) => route.fulfill({ status: 503, json: { message: 'Saturado' } }));
    await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).click();
    await expect(anOrder(page)).toBeVisible();
  });

  test('because it is refused is not repeated', { tag: '@both' }, async ({ page, logIn, allowConsole }) => {
    allowConsole(/422/);
    await logIn('basico');
    const asked = await failFirst(page, 9, (route) => route.fulfill({ status: 422, json: { message: 'No' } }));
    await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Reintentar' })).toBeVisible();
    expect(asked()).toBe(1);
  });
});

newOrder('a refusal that names the field alone marks it', { tag: '@both' }, async ({ order, page, allowConsole }) => {
  allowConsole(/422/);
  await page.route('**/api/v1/client/order/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { message: 'email => ya existe' } })
      : route.fallback(),
  );
  await order.fillOrder();
  await order.fillMeasures(1, ['10', '10', '10', '500', '1500']);
  await order.save.click();
  await expect(order.field('Email')).toHaveAccessibleDescription('ya existe');
  await expect(order.field('Email')).toBeFocused();
});
