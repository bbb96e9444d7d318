import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { alertOn, makeOrder, openDetail } from './created-order.ts';

const header = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');

test.describe('Actions on an order', () => {
  test('a cancellation shows its consequences, is confirmed, and can’t be repeated', { tag: '@both' }, async ({
    page,
    storeSession,
  }) => {
    await storeSession('inversa');
    const order = await makeOrder(page);
    await openDetail(page, order);
    await header(page, 'Cancelar orden').click();
    await expect(dialog(page)).toContainText('Esta acción cancelará todos los envíos asociados a esta orden');
    await expect(dialog(page).getByRole('button', { name: 'Volver' })).toBeFocused();
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT'),
      dialog(page).getByRole('button', { name: 'Cancelar orden' }).click(),
    ]);
    expect(new URL(request.url()).pathname).toBe(`/api/v1/client/order/${order.tracking}/cancel`);
    await expect(alertOn(page)).toContainText('Orden cancelada');
    await expect(alertOn(page)).toContainText(`La orden ${order.number} ha sido cancelada con éxito`);
    await expect(header(page, 'Cancelar orden')).toHaveAttribute('aria-disabled', 'true');
    const reason = 'Esta acción no está habilitada para órdenes en este estado';
    await expect(header(page, 'Cancelar orden')).toHaveAccessibleDescription(reason);
    const tip = page.getByRole('tooltip').filter({ hasText: reason });
    // The closed dialog may already have returned the focus to the button.
    await header(page, 'Cancelar orden').blur();
    await expect(tip).toBeHidden();
    await header(page, 'Cancelar orden').focus();
    await expect(tip, 'the keyboard gets it').toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await header(page, 'Cancelar orden').dispatchEvent('click');
    await expect(tip, 'a press without a pointer gets it').toBeVisible();
    await header(page, 'Cancelar orden').blur();
    await expect(tip).toBeHidden();
    await expect(header(page, 'Imprimir etiquetas')).toHaveCount(0);
  });
});
