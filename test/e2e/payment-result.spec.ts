import type { Page } from '@playwright/test';
import { changeAtCheckout, payAtCheckout } from './checkout.ts';
import { asClient, makeOrder, openDetail } from './created-order.ts';
import { expect, test } from './fixtures.ts';
import { beginPayment } from './payment-page.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const unverified = (page: Page) => dialog(page).getByText('Todavía no pudimos verificarlo.');

const IN_PROCESS = {
  title: 'Operación en proceso',
  heading: 'Pago en proceso',
  text: 'El pago esta siendo procesado, revise más tarde desde la sección de pagos',
  buttons: ['Cerrar', 'Ir a pagos'],
};
const FAILED = {
  title: 'Ocurrió un error en el pago',
  heading: null,
  text: 'Por favor, vuelva a intentarlo más tarde o comuníquese con soporte',
  buttons: ['Aceptar'],
};

/** Goes there as "back" would, without loading the portal anew. */
const turnTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** D1 §2, Payment-result dialog, with readings C18. */
const TEXTS = {
  approved: {
    title: 'Operación Realizada',
    heading: 'Pago aprobado',
    text: 'El pago ha sido aprobado correctamente',
    buttons: ['Cerrar'],
  },
  in_process: IN_PROCESS,
  pending: IN_PROCESS,
  null: {
    title: 'Operación no realizada',
    heading: 'Pago pendiente',
    text: 'El proceso de pago no se ha realizado, por favor revisar el mismo y retomarlo desde la sección de pagos',
    buttons: ['Cerrar', 'Ir a pagos'],
  },
  rejected: FAILED,
  'algo-nuevo': FAILED,
};

test.describe('The way back from the payment provider', () => {
  test(
    'has the specified texts for each status, and closing them cleans the address',
    { tag: '@both' },
    async ({ page, logIn, expectAccessible }, info) => {
      await logIn('prepago');
      await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
      for (const [status, { title, heading, text, buttons }] of Object.entries(TEXTS)) {
        await turnTo(page, `/ordenes?payment_id=12345&collection_status=${status}`);
        await expect(dialog(page).getByRole('heading')).toHaveText(title);
        if (heading) await expect(dialog(page).getByText(heading, { exact: true })).toBeVisible();
        await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
        await expect(dialog(page).getByRole('button')).toHaveText(buttons);
        // A gateway that answers only what is specified knows nothing more.
        await expect(unverified(page)).toHaveCount(info.project.name === 'strict' ? 0 : 1);
        await dialog(page)
          .getByRole('button', { name: buttons[0] ?? '', exact: true })
          .click();
        await expect(dialog(page)).toHaveCount(0);
        await expect(page).toHaveURL(/\/ordenes$/);
      }
      await turnTo(page, '/ordenes?payment_id=12345&collection_status=null');
      await expectAccessible('the dialog');
      await dialog(page).getByRole('button', { name: 'Ir a pagos' }).click();
      await expect(page).toHaveURL(/\/pagos$/);
    },
  );

  test('is found by the hash of the start page, which carries on only what the provider sends', async ({
    page,
    logIn,
  }) => {
    await logIn('prepago');
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    const query = 'collection_id=7&collection_status=approved&payment_id=7&site_id=MLA';
    for (const address of [`/#close?${query}&cliente=x`, `/#/close?${query}`, `/?${query}#close`]) {
      await page.goto(address);
      await expect(dialog(page)).toContainText('Pago aprobado');
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        collection_id: '7',
        collection_status: 'approved',
        payment_id: '7',
        site_id: 'MLA',
      });
    }
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/ordenes$/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ordenes');
    await expect(dialog(page)).toHaveCount(0);
  });

  test('shows no dialog unless payment and status are both named', async ({ page, logIn }) => {
    await logIn('prepago');
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    for (const query of ['payment_id=1', 'collection_status=approved']) {
      await turnTo(page, `/ordenes?${query}`);
      await expect(page.getByRole('button', { name: /^Más acciones/ }).first()).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
    }
  });

  test('tells an address that lies as unverified, and pays nothing', async ({ page, logIn }) => {
    await logIn('prepago');
    const order = await makeOrder(page);
    const checkout = await beginPayment(page, [order]);
    const list = await page.request.get('/api/v1/client/merchant_order/', {
      headers: await asClient(page),
      params: { 'filter[tracking]': order.tracking },
    });
    const [{ id }] = (await list.json()).results;
    const preference = checkout.split('/').at(-1);
    await page.goto(
      `/#close?payment_id=99&collection_status=approved&external_reference=${id}&preference_id=${preference}`,
    );
    await expect(dialog(page)).toContainText('Pago aprobado');
    await expect(unverified(page)).toBeVisible();
    await expect(dialog(page)).toContainText(order.number);
    await expect(dialog(page)).toContainText('Pendiente de Pago');
    await openDetail(page, order);
    await expect(page.getByText('Hay un pago en curso.')).toBeVisible();

    // Somebody else's payment is as unknown as none.
    await page.goto('/logout');
    await page.waitForURL('**/login');
    await logIn('demo');
    await page.waitForFunction(() => localStorage.getItem('fulfillment') !== null);
    await page.goto(`/#close?payment_id=99&collection_status=approved&external_reference=${id}`);
    await expect(unverified(page)).toBeVisible();
    await expect(dialog(page)).not.toContainText(order.number);
  });

  test('follows a ticket live, from waiting to paid', async ({ page, logIn, expectAccessible }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await logIn('prepago');
    const order = await makeOrder(page);
    const checkout = await beginPayment(page, [order]);
    await page.goto(checkout);
    await payAtCheckout(page, 'ticket');
    await expect(dialog(page)).toContainText('Pago en proceso');
    await expect(dialog(page)).toContainText('Esperando el pago del cupón');
    await changeAtCheckout(page, checkout, 'El pago se acredita');
    await expect(dialog(page)).toContainText(/Verificado\s*Aprobado/);
    await expect(dialog(page)).toContainText('Pago confirmado');
    await expectAccessible('the dialog on a phone in the dark');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
