import { openConsoleAs } from '#test/e2e/console-page.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test('a queue of the console is worked by keyboard alone: log in, open, assign, move on, come back', async ({
  page,
  expectAccessible,
}) => {
  const user = await openConsoleAs(page, 'operaciones', '/consola');
  const heading = (level: number, name: string | RegExp) => page.getByRole('heading', { level, name });
  await expect(heading(1, 'Colas')).toBeVisible();
  await expect(page.getByRole('row', { name: /Incidencias/ })).toContainText(/hace/);
  await expectAccessible('the queues');
  await user.follow(page.getByRole('link', { name: 'Incidencias' }), 'Incidencias');

  const items = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(items.first()).toBeVisible();
  const [first = '', second = ''] = await items.allTextContents();
  await user.press('j', 'j', 'k', 'Enter');
  await expect(heading(2, first)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Detalle' })).toContainText('1 de ');
  await expectAccessible('an incident beside its queue');
  await user.press('a');
  await expect(page.getByText('Asignada a Martín Quiroga').first()).toBeVisible();
  await user.press('j');
  await expect(heading(2, second)).toBeFocused();
  await user.press('k');
  await expect(heading(2, first)).toBeFocused();
  await user.press('a');
  await expect(page.getByText('Ya no está asignada').first()).toBeVisible();
  await user.press('Escape');
  await expect(page.getByRole('link', { name: first, exact: true })).toBeFocused();
  await page.setViewportSize({ width: 768, height: 1024 });
  await user.press('Enter');
  await expect(heading(2, first)).toBeFocused();
  await expectAccessible('an incident on a tablet');
  expect(await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
});
