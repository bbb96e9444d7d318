import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test('Finanzas compares tariffs, keeps an unpublished one through a reload, and ends a client’s own one by keyboard', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'finanzas', '/consola/tarifas');
  await user.follow(page.getByRole('link', { name: 'Comparar versiones' }), 'Comparar tarifas');
  await expect(page.getByText(/^\d+ valores distintos\.$/)).toBeVisible();
  await expectAccessible('two tariffs side by side');

  await page.goto('/consola/tarifas/nueva');
  const tax = page.getByLabel('IVA (%)');
  // The page has the focus when its data have come.
  await expect(tax).toBeVisible();
  await user.write(tax, '10,5');
  await page.reload();
  await expect(tax).toHaveValue('10,5');
  await expect(page.getByText(/^Seguís con la tarifa que empezaste el/)).toBeVisible();
  await expectAccessible('a tariff that was kept');
  await user.use(page.getByRole('button', { name: 'Descartarla' }));
  await expect(tax).toHaveValue('21');

  await page.goto('/consola/clientes');
  const client = page.getByRole('link', { name: 'Ferretería Andina' });
  await expect(client).toBeVisible();
  await user.use(client);
  await expect(page.getByText(/^Propia, desde el/)).toBeVisible();
  await user.use(page.getByRole('button', { name: 'Volver a la general' }));
  const dialog = page.getByRole('dialog', { name: 'Ferretería Andina vuelve a la tarifa general' });
  await expect(dialog.getByRole('table', { name: 'Precios de ejemplo' }).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible('the way back to the general tariff');
  await user.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('General', { exact: true })).toBeVisible();
});

test('Finanzas adds a zone with the prices above it and chooses its provinces by keyboard, even where there is little room', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'finanzas', '/consola/tarifas/nueva');
  const prices = page.getByLabel('Kilo adicional ($ sin IVA)');
  await expect(prices.first()).toBeVisible();
  const price = await prices.last().inputValue();
  const zones = await prices.count();
  await prices.last().focus();
  await user.use(page.getByRole('button', { name: 'Agregar una zona' }));
  await expect(prices).toHaveCount(zones + 1);
  await expect(prices.last()).toHaveValue(price);
  const chubut = page
    .getByRole('group', { name: 'Provincias' })
    .last()
    .getByRole('checkbox', { name: /^Chubut \(en / });
  await page.getByLabel('Nombre de la zona').last().focus();
  await user.to(chubut);
  await user.press(' ');
  await expect(page.getByRole('checkbox', { name: 'Chubut', exact: true })).toBeChecked();
  await expectAccessible('a zone with a province');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible('a zone on a phone, dark');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
});
