import { expect, test } from '#test/e2e/bulk/bulk-page.ts';
import { tokenOf } from '#test/e2e/fresh-sender.ts';
import { layoutFaults } from '#test/e2e/layout-faults.ts';
import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';

/** Longer than an order's number may be, without a blank that it could be wrapped at. */
const LONG = 'PEDIDO'.padEnd(90, '0123456789');
const ROWS = [bulkCells(1, { nro_orden: LONG, observaciones: LONG }), bulkCells(2)];
/** The same rows below headers that a person has to explain. */
const OWN = bulkText(ROWS).replace('nro_orden', `nro${LONG}`);

test.describe('A file of orders with long numbers and names', () => {
  for (const width of [360, 1440]) {
    test(`is no wider than its dialog and its page at ${width} px`, async ({ page, bulk, sender }) => {
      await page.setViewportSize({ width, height: 800 });
      /** Returns which scrolled boxes around the texts are too narrow for them, and what else is wrong with the layout. */
      const faults = async () => [
        ...(await layoutFaults(page)),
        ...(await page.evaluate(() =>
          [...document.querySelectorAll('[role=dialog]')].flatMap(({ parentElement: scrim }) =>
            scrim && scrim.scrollWidth > scrim.clientWidth ? [`the dialog is ${scrim.scrollWidth} px wide`] : [],
          ),
        )),
      ];
      await bulk.openDialog();
      await bulk.choose(bulkText(ROWS), `${LONG}.csv`);
      await expect(bulk.grid).toBeVisible();
      expect.soft(await faults(), 'the check of a template').toEqual([]);
      await bulk.button('Elegir otro archivo').click();
      await bulk.choose(OWN, `${LONG}.csv`);
      await expect(bulk.dialog.getByLabel(`nro${LONG}`)).toBeVisible();
      expect.soft(await faults(), 'the columns').toEqual([]);
      await bulk.dialog.getByLabel(`nro${LONG}`).selectOption('nro_orden');
      await bulk.button('Continuar').click();
      await expect(bulk.grid).toBeVisible();
      expect.soft(await faults(), 'the check of a file of its own columns').toEqual([]);

      const authorization = `Bearer ${await tokenOf(page.request, sender)}`;
      const buffer = Buffer.from(bulkText(ROWS));
      const answer = await page.request.post('/api/v1/client/lote_order/csv_upload', {
        headers: { authorization },
        multipart: { file: { name: `${LONG}.csv`, mimeType: 'text/csv', buffer } },
      });
      const { results } = await answer.json();
      await page.goto(`/carga-masiva/detalle/${results.id}`);
      await expect(page.getByText(`valor «${LONG}»`)).toBeVisible();
      expect.soft(await faults(), 'the batch').toEqual([]);
      await page.goto('/carga-masiva');
      await expect(page.getByText(`${LONG}.csv`).filter({ visible: true })).toBeVisible();
      expect.soft(await faults(), 'the list of batches').toEqual([]);
    });
  }
});
