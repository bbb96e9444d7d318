import { expect, test } from '#test/e2e/fixtures.ts';

test('a table that grows by fractions of a pixel never makes the page scroll sideways', async ({
  page,
  storeSession,
}) => {
  await storeSession('demo');
  await page.goto('/envios');
  // Rows that are loading have no links, and disappear.
  await expect(page.locator('tbody').getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Imprimir en lote' }).click();
  const beyond = await page.evaluate(async () => {
    const cell = document.querySelector<HTMLElement>('tbody td:nth-child(3)');
    const region = cell?.closest('[role=region], section');
    if (!cell || !region) throw new Error('the list has no table');
    /** Widens the table, waits until it is measured, and returns whether it is wider than its sheet. */
    const widen = async (width: number) => {
      cell.style.paddingRight = `${width}px`;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 15))));
      return region.scrollWidth > region.clientWidth;
    };
    let limit = 8;
    while (limit < 600 && !(await widen(limit))) limit += 4;
    if (limit >= 600) throw new Error('the table never became wider than its sheet');
    const found: number[] = [];
    for (let width = limit - 8; width < limit + 4; width += 0.3) {
      await widen(width);
      const wider = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
      if (wider > 0) found.push(width);
    }
    return found;
  });
  expect(beyond).toEqual([]);
});
