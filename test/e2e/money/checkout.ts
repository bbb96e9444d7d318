import type { Page } from '@playwright/test';

/** Actions of a payer at the embedded checkout. */
const WAYS = {
  approve: 'Pagar con tarjeta: se aprueba',
  review: 'Pagar con tarjeta: queda en revisión',
  reject: 'Pagar con tarjeta: se rechaza',
  ticket: 'Imprimir un cupón y pagarlo después',
} as const;

/** Pays at the checkout that the page is being redirected to, or leaves it, and returns to the orders. */
export async function payAtCheckout(page: Page, way: keyof typeof WAYS | 'leave'): Promise<void> {
  await page.waitForURL('**/dev/pago/**');
  if (way === 'leave') await page.getByRole('button', { name: 'Volver sin pagar' }).click();
  else {
    await page.getByLabel(WAYS[way]).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await page.waitForURL('**/ordenes?**');
}

/** Changes a payment later, in a separate tab, with a button such as 'El pago se acredita'. */
export async function changeAtCheckout(page: Page, address: string, what: string): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.getByRole('button', { name: what }).click();
  await tab.waitForLoadState();
  await tab.close();
}
