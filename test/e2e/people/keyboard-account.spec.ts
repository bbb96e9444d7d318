import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { activateByMail, freshSender } from '#test/e2e/fresh-sender.ts';
import { KeyboardUser } from '#test/e2e/keyboard-user.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';

// These tests use the keyboard only: no mouse, and no fields filled by script.

const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const alert = (page: Page, text: string) => page.locator('li[data-state="open"]').filter({ hasText: text });

test('by keyboard alone a visitor registers, logs in and accepts the terms', async ({ page }) => {
  const keys = new KeyboardUser(page);
  const username = uniqueText('teclado-');
  const email = `${username}@example.com`;
  await page.goto('/login');
  await keys.use(button(page, 'Entrar'));
  await expect(field(page, 'Usuario')).toBeFocused();
  await expect(field(page, 'Usuario')).toHaveAccessibleDescription('Usuario Requerido');

  const dialog = page.getByRole('dialog');
  await keys.use(button(page, 'Registrate'));
  await expect(field(dialog, 'Nombre')).toBeFocused();
  await keys.press('Escape');
  await expect(button(page, 'Registrate')).toBeFocused();
  await keys.press('Enter');
  const steps: [label: string, text: string][][] = [
    [
      ['Nombre', 'Sofía'],
      ['Apellido', 'Ferreyra'],
      ['Teléfono', '11 4902-7715'],
      ['Email', email],
    ],
    [
      ['CUIT', '30-70835592-0'],
      ['Razón social', 'Almacén Quebracho S.R.L.'],
      ['Nombre de la empresa', 'Almacén Quebracho'],
    ],
    [
      ['Calle', 'Gorriti'],
      ['Número', '4820'],
      ['Código postal', '1414'],
      ['Provincia', 'Ciudad'],
      ['Localidad', 'CABA'],
      ['Barrio', 'Palermo'],
    ],
    [
      ['Nombre de usuario', username],
      ['Contraseña', 'quebracho7'],
      ['Repetí la contraseña', 'quebracho7'],
    ],
  ];
  for (const fields of steps) {
    // Each step puts the cursor into its first field.
    await expect(field(dialog, fields[0]?.[0] ?? '')).toBeFocused();
    for (const [label, text] of fields) await keys.write(field(dialog, label), text);
    await keys.press('Enter');
  }
  await expect(page.getByText('¡Registro exitoso!')).toBeFocused();
  await keys.use(button(page, 'Ir al ingreso'));
  await activateByMail(page.request, email);

  await keys.write(field(page, 'Usuario'), username);
  await keys.write(field(page, 'Contraseña'), 'quebracho8');
  await keys.to(field(page, 'Usuario'), 'Shift+Tab');
  await keys.to(field(page, 'Contraseña'));
  await keys.press('End', 'Backspace');
  await keys.type('7');
  await keys.press('Enter');
  await page.waitForURL('**/estadisticas');
  await keys.use(page.getByLabel('He leido y acepto los términos y condiciones.'), 'Space');
  await keys.use(button(page, 'Acepto los terminos y condiciones'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('by keyboard alone a sender changes the print settings and the password', async ({ page, logIn }) => {
  const keys = new KeyboardUser(page);
  const sender = await freshSender(page.request);
  await logIn(sender.username, sender.password);
  await keys.use(page.getByRole('link', { name: 'Ir al contenido' }));
  await keys.to(page.getByRole('link', { name: 'Mi Cuenta' }), 'Shift+Tab');
  await keys.follow(page.getByRole('link', { name: 'Mi Cuenta' }), 'Mi Cuenta');
  await keys.to(page.getByRole('link', { name: 'Estadísticas' }), 'Shift+Tab');

  await expect(field(page, 'Formato')).toBeVisible();
  const printing = page.getByRole('form', { name: 'Ajustes de Impresión' });
  await keys.write(field(page, 'Formato'), 'z');
  await expect(field(page, 'Formato')).toHaveValue('zpl');
  await keys.use(printing.getByRole('button', { name: 'Guardar' }));
  await expect(alert(page, 'Datos de impresión cambiados correctamente')).toBeVisible();

  await keys.write(field(page, 'Contraseña actual'), sender.password);
  await keys.write(field(page, 'Nueva contraseña'), 'quebracho9');
  await keys.write(field(page, 'Repetí la contraseña'), 'quebracho9');
  await keys.use(button(page, 'Cambiar contraseña'));
  await expect(alert(page, 'Contraseña modificada correctamente')).toBeVisible();
  await expect(field(page, 'Contraseña actual')).toBeFocused();
});
