import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { makeOrder } from '#test/e2e/orders/created-order.ts';
import { addAddress, printLabels, shipmentOf } from '#test/e2e/orders/shipments/printed-shipments.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

/** Shipments of the manifest. */
const SHIPMENTS = 150;

/** Codes that the scanner sends in a second. */
const PER_SECOND = 50;

/**
 * Types codes like a scanner, each with Enter, at a fixed rate and without waiting for the page.
 *
 * @returns codes that the page processed in a second
 */
async function scanAtSpeed(page: Page, codes: readonly string[]): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  const begun = performance.now();
  const keys: Promise<unknown>[] = [];
  for (const [index, code] of codes.entries()) {
    await setTimeout(Math.max(0, begun + (index * 1000) / PER_SECOND - performance.now()));
    for (const key of [...code, 'Enter']) {
      const pressed = key === 'Enter' ? { key, code: key, text: '\r', windowsVirtualKeyCode: 13 } : { key, text: key };
      keys.push(browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed }));
      keys.push(browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key }));
    }
  }
  await Promise.all(keys);
  return Math.round((codes.length * 1000) / (performance.now() - begun));
}

test('Fifty codes a second with doubles, foreign and unreadable ones between them: none is lost', async ({
  page,
  storeSession,
}) => {
  const foreign = await shipmentOf(page, 'prepago');
  await storeSession('basico');
  const street = uniqueText('Rondeau-');
  const pickup_address_id = await addAddress(page, street);
  const labels: string[] = [];
  for (const count of [SHIPMENTS / 2, SHIPMENTS / 2]) {
    const shipments = Array.from({ length: count }, () => shipment());
    const order = await makeOrder(page, { pickup_address_id, shipments });
    await printLabels(page, order.id);
    labels.push(...order.labels);
  }
  await openConsoleAs(page, 'operaciones', '/consola/colectas');
  await page.getByRole('button', { name: new RegExp(`^Abrir manifiesto de .+${street}`) }).click();
  const title = page.getByRole('heading', { level: 1, name: /^COL-20\d\d-\d{6}$/ });
  await expect(title).toBeVisible();
  const number = (await title.textContent()) ?? '';

  const codes = labels.flatMap((label, index) => [
    label,
    ...(index % 5 === 0 ? [labels[index >> 1] ?? ''] : []),
    ...(index === SHIPMENTS - 10 ? [foreign] : []),
    ...(index % 20 === 13 ? ['@@@###', `GARCIA${index}`] : []),
  ]);
  // Outside of the field for codes: the first key brings the focus there.
  await page.getByRole('button', { name: 'Imprimir' }).focus();
  const rate = await scanAtSpeed(page, codes);
  test.info().annotations.push({ type: 'measured', description: `${codes.length} codes, ${rate} a second` });

  const kept = await page.evaluate((key) => localStorage.getItem(key), `manifest-scans-${number}`);
  expect((JSON.parse(kept ?? '[]') as { code: string }[]).map(({ code }) => code)).toEqual(codes);
  const counter = page.getByRole('status').filter({ hasText: /^\d+ de / });
  await expect(counter).toHaveText(new RegExp(`^${SHIPMENTS} de ${SHIPMENTS}\\s*$`));
  const row = (text: string) => page.getByRole('table', { name: 'Escaneos' }).getByRole('row', { name: text });
  await expect(row(foreign)).toContainText('Es de otro cliente');
  await page.getByRole('button', { name: 'Confirmar el retiro' }).click();
  await expect(page.getByText(`Se retiraron ${SHIPMENTS} de ${SHIPMENTS} bultos`).first()).toBeVisible();
});
