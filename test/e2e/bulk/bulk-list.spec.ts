import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { expect, test } from './bulk-page.ts';

test.describe('The bulk uploads', () => {
  test('fit a phone, from correcting a cell to the result of its row', async ({ bulk, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await bulk.openDialog();
    await bulk.choose(bulkText([bulkCells(1, { email: 'sin arroba' }), bulkCells(2)]));
    await bulk.grid.getByRole('gridcell', { name: 'sin arroba' }).click();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await wide()).toBeLessThanOrEqual(360);
    await page.keyboard.type('ana@example.com');
    await page.keyboard.press('Enter');
    await bulk.button('Enviar Lote').click();
    await expect(page.getByRole('list', { name: 'Lotes' })).toContainText('2 / 2');
    await page.getByRole('link', { name: 'ventas.csv' }).click();
    await expect(page.getByRole('list', { name: 'Logs' })).toContainText('Fila 3: se creó la orden M-2');
    expect(await wide()).toBeLessThanOrEqual(360);
  });
});
