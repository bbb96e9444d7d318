import type { Page } from '@playwright/test';
import { orderEdit } from '#test/order-factory.ts';
import { asClient, type CreatedOrder, makeOrder, openDetail, sendEvents } from './created-order.ts';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';

test('a dialog that nothing opened gives the focus to the heading when it closes', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/envios');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a press beside a dialog that must be answered leaves the focus in it', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/ordenes/nueva-orden');
  await page.getByLabel('Calle', { exact: true }).fill('Costa Rica');
  await page.getByRole('main').getByRole('link', { name: 'Volver' }).first().click();
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
  await page.mouse.click(10, 10);
  await expect(page.getByRole('alertdialog').locator(':focus')).toBeVisible();
});

test('the page where the visit began takes the focus when the person comes back to it', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/ordenes');
  await page.getByRole('main').getByRole('link', { name: 'Nueva Orden' }).click();
  await page.getByLabel('Calle', { exact: true }).focus();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Ordenes' })).toBeFocused();
});

test('a form before the login that its result replaces gives the focus to the heading', async ({ page }) => {
  await page.goto('/password-reset-request');
  await page.getByLabel('Email').fill('sofia@example.com');
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

/** Cancels an order behind the page, in the session of the page. */
async function cancel(page: Page, { tracking }: CreatedOrder): Promise<void> {
  const answer = await page.request.put(`/api/v1/client/order/${tracking}/cancel`, { headers: await asClient(page) });
  expect(answer.status(), await answer.text()).toBe(200);
}

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const rowOf = (page: Page, { number }: CreatedOrder) => page.getByRole('row').filter({ hasText: number });
const actionsOf = (page: Page, { number }: CreatedOrder) =>
  page.getByRole('button', { name: `Más acciones de ${number}`, exact: true });

test('a filter that is taken off leaves the focus on the next one, and after the last one on the list', async ({
  page,
  logIn,
}) => {
  await logIn('demo');
  await page.goto('/ordenes?cliente=a&nroOrden=1');
  const pills = page.getByRole('button', { name: /^Quitar filtro/ });
  await expect(pills).toHaveCount(2);
  await pills.first().focus();
  await page.keyboard.press('Enter');
  await expect(pills).toHaveCount(1);
  await expect(pills).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(pills).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('a draft that is thrown away by the mouse leaves the focus on the form', async ({ page, logIn }) => {
  await logIn('basico');
  await page.goto('/ordenes/nueva-orden');
  await page.getByLabel('Calle', { exact: true }).fill('Costa Rica');
  await page.reload();
  await page.getByRole('button', { name: 'Descartala' }).click();
  await expect(page.getByRole('button', { name: 'Descartala' })).toHaveCount(0);
  await expect(page.locator('form :focus')).toBeVisible();
});

test('a failed list that is loaded again leaves the focus on the list', async ({ page, logIn, allowConsole }) => {
  allowConsole(/status of 500/);
  await logIn('demo');
  await failUntilRetried(page, '**/api/v1/client/order/?*');
  await page.goto('/ordenes');
  await page.getByRole('button', { name: 'Reintentar' }).press('Enter');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(11);
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('a row that leaves the list by a live update hands the focus to the next one', async ({ page, logIn }) => {
  await logIn('inversa');
  const [older, newer] = [await makeOrder(page), await makeOrder(page)];
  await page.goto('/ordenes?estado=por_imprimir');
  await actionsOf(page, newer).focus();
  await cancel(page, newer);
  await expect(rowOf(page, newer)).toHaveCount(0);
  await expect(page.locator('tbody tr:focus-within')).toContainText(older.number);
});

test('a link that a live update replaces hands the focus to what stands in its place', async ({ page, logIn }) => {
  await logIn('inversa');
  const order = await makeOrder(page);
  await sendEvents(page, order.labels[0] ?? '', 'retirado');
  await openDetail(page, order);
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Destinatario' }) });
  await panel.getByRole('link', { name: 'Editar' }).focus();
  const answer = await page.request.post(`/api/v1/client/order/${order.tracking}/modification`, {
    headers: await asClient(page),
    data: orderEdit(),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await expect(panel.getByRole('button', { name: 'Editar' })).toBeFocused();
});

test('whoever has pressed beside every control keeps no focus, whatever a live update removes', async ({
  page,
  logIn,
}) => {
  await logIn('inversa');
  const order = await makeOrder(page);
  await page.goto('/ordenes?estado=por_imprimir');
  await actionsOf(page, order).focus();
  await page.getByRole('banner').click({ position: { x: 3, y: 3 } });
  expect(await focusedTag(page)).toBe('BODY');
  await cancel(page, order);
  await expect(rowOf(page, order)).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  expect(await focusedTag(page)).toBe('BODY');
});
