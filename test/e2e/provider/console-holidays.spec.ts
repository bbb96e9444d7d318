import { addDays } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { isNationalHoliday } from '#shared/provider/rules/holiday.ts';
import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

/** Returns a free Thursday more than a year ahead, where the demonstration promises nothing. */
function freeDay(): string {
  let day = addDays(new Date().toISOString().slice(0, 10), 400);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 4 || isNationalHoliday(day)) day = addDays(day, 1);
  return day;
}

test('Feriados: a day is closed after it was said how many promises move, and opened again, by keyboard', async ({
  page,
  expectAccessible,
}) => {
  const day = freeDay();
  const shown = formatDate(day);
  const user = await openConsoleAs(page, 'admin', `/consola/configuracion/feriados?anio=${day.slice(0, 4)}`);
  await expect(page.getByRole('table', { name: 'Feriados' })).toContainText('Navidad');
  await expectAccessible('holidays of a year');
  await user.use(page.getByRole('button', { name: 'Agregar día' }));
  const dialog = page.getByRole('dialog', { name: 'Agregar día' });
  await dialog.getByLabel('Día', { exact: true }).fill(shown);
  await expect(dialog.getByText('No se mueve la fecha de ningún envío.')).toBeVisible();
  await expectAccessible('a day to add');
  await user.to(dialog.getByLabel('Nombre'));
  await user.type('Día del cartero\n');
  const row = page.getByRole('row', { name: new RegExp(`${shown} Día del cartero Cargado por vos No se trabaja`) });
  await expect(row).toBeVisible();
  await user.use(row.getByRole('button', { name: `Quitar el ${shown}` }));
  const question = page.getByRole('alertdialog', { name: '¿Quitar Día del cartero?' });
  await expect(question).toContainText('vuelve a ser un día en que se trabaja');
  await user.use(question.getByRole('button', { name: 'Quitar' }));
  // An open dialog hides the table from queries by role, so that the row would count as gone.
  await expect(question).toBeHidden();
  await expect(row).toBeHidden();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectAccessible('holidays on a tablet');
});
