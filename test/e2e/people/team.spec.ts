import { expect, test } from '#test/e2e/fixtures.ts';
import { freshSender, linkToken } from '#test/e2e/fresh-sender.ts';
import { registrationForm } from '#test/fixtures/sender-factory.ts';

test('an owner invites a person, who joins; a lowered role keeps the open form, and a suspension ends the session', async ({
  page,
  request,
  logIn,
  browser,
  baseURL,
  expectAccessible,
}) => {
  const owner = await freshSender(request);
  const { email, username, password } = registrationForm();
  await logIn(owner.username, owner.password);

  await page.goto('/usuario');
  await page.getByRole('link', { name: 'Ver el equipo' }).click();
  await expect(page.getByText('Por ahora sos la única persona de tu empresa')).toBeVisible();
  await expectAccessible('a team of one');
  await page.getByRole('button', { name: 'Invitar a una persona' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByLabel('Rol').selectOption('Operación');
  await expectAccessible('the invitation dialog');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Invitaciones' })).toContainText('Vence dentro de 3 días');

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const guest = await context.newPage();
  await guest.goto(`/equipo/invitacion/${await linkToken(request, email, 'equipo/invitacion')}`);
  await expect(guest.getByText(/te invitó al equipo de Mates del Sur, con el rol Operación/)).toBeVisible();
  await guest.getByLabel('Nombre', { exact: true }).fill('Beto');
  await guest.getByLabel('Apellido').fill('Sosa');
  await guest.getByLabel('Teléfono').fill('11 4555 0202');
  await guest.getByLabel('Nombre de usuario').fill(username);
  await guest.getByLabel('Contraseña', { exact: true }).fill(password);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL(/\/estadisticas$/);

  // The form of an order is open while the role is lowered.
  await guest.goto('/ordenes/nueva-orden');
  await guest.getByLabel('Calle', { exact: true }).fill('Gorriti');
  await expect(page.getByLabel('Rol de Beto Sosa', { exact: true })).toHaveValue('operations');
  await page.getByLabel('Rol de Beto Sosa', { exact: true }).selectOption('Lectura');
  await expectAccessible('the confirmation of a role');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(page.getByLabel('Rol de Beto Sosa', { exact: true })).toHaveValue('viewer');
  const save = guest.getByRole('button', { name: 'Guardar' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toHaveAccessibleDescription(/Con el rol Lectura no podés/);
  await expect(guest.getByLabel('Calle', { exact: true })).toHaveValue('Gorriti');

  await page.getByRole('button', { name: 'Acciones de Beto Sosa' }).click();
  await page.getByRole('menuitem', { name: 'Suspender acceso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspender acceso' }).click();
  await expect(page.getByText('Suspendido', { exact: true })).toBeVisible();
  await expectAccessible('a team of two');
  await expect(guest).toHaveURL(/\/login$/);
  await guest.getByLabel('Usuario').fill(username);
  await guest.getByLabel('Contraseña', { exact: true }).fill(password);
  await guest.keyboard.press('Enter');
  await expect(guest.getByText(/Tu empresa suspendió tu acceso/).first()).toBeVisible();

  // Back in, the draft is offered.
  await page.getByRole('button', { name: 'Acciones de Beto Sosa' }).click();
  await page.getByRole('menuitem', { name: 'Reactivar acceso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivar acceso' }).click();
  await expect(page.getByText('Suspendido', { exact: true })).toBeHidden();
  await page.getByLabel('Rol de Beto Sosa', { exact: true }).selectOption('Operación');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(page.getByLabel('Rol de Beto Sosa', { exact: true })).toHaveValue('operations');
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL(/\/estadisticas$/);
  await guest.goto('/ordenes/nueva-orden');
  await guest.getByRole('button', { name: 'Retomala' }).click();
  await expect(guest.getByLabel('Calle', { exact: true })).toHaveValue('Gorriti');
  await context.close();
});
