import { excelOrders } from '#test/texts/excel-orders.ts';
import { expect, test } from './bulk-page.ts';

/** Matches a text that begins with the cell's value; the error follows. */
const beginsWith = (value: string) => new RegExp(`^${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

test('three hundred orders saved by Excel are sent in two rounds, and each rejected row shows its error', async ({
  bulk,
  page,
}) => {
  test.slow();
  const { bytes, invalidRows, rows } = excelOrders('XL');
  const held = 2;
  const good = rows - invalidRows.length - held;
  const status = (text: string) => bulk.dialog.getByRole('status').filter({ hasText: text });
  const counted = `${good} filas listas, ${invalidRows.length} para corregir y ${held} más de las mismas órdenes`;
  await bulk.openDialog();
  await bulk.choose(bytes);
  await expect(status(counted)).toBeVisible();

  await bulk.button(`Enviar solo ${good} filas listas`).click();
  await bulk.button('Enviar las listas').click();
  await expect(bulk.dialog).toContainText('Enviamos las filas que estaban listas');
  await expect(bulk.grid.getByRole('row')).toHaveCount(1 + invalidRows.length + held);

  for (const { row, number, reason, correction } of invalidRows) {
    const line = bulk.grid
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${row}\\b`) }) });
    await expect(line).toContainText(number);
    await expect(line).toContainText(reason);
    if (correction === null) {
      await line.getByRole('gridcell').first().click();
      await bulk.button(`Quitar la fila ${row}`).click();
      await expect(line).toHaveCount(0);
      continue;
    }
    const cell = line.getByRole('gridcell', { name: beginsWith(correction.value) }).first();
    await cell.click();
    if (correction.typed === '') {
      await page.keyboard.press('Delete');
    } else {
      await page.keyboard.type(correction.typed);
      await page.keyboard.press('Enter');
    }
    await expect(line, `${row} ${reason}`).not.toContainText(reason);
  }
  await expect(status(`${invalidRows.length - 1 + held} filas listas`)).toBeVisible();
  await bulk.button('Enviar Lote').click();
  await expect(bulk.dialog).toBeHidden();
  const mended = invalidRows.length - 1 + held;
  await expect(bulk.rows.first()).toContainText(`${mended} / ${mended}`);
  await expect(bulk.rows.nth(1)).toContainText(`${good} / ${good}`);
  await bulk.rows.first().getByRole('link', { name: 'Ver detalle' }).click();
  await expect(
    bulk.logs.filter({ hasText: `Fila ${invalidRows[0]?.row}: se creó la orden ${invalidRows[0]?.number}` }),
  ).toBeVisible();
  await page.goBack();

  await bulk.openDialog();
  await bulk.choose(bytes);
  await bulk.button(`Enviar solo ${good} filas listas`).click();
  await bulk.button('Enviar las listas').click();
  await expect(bulk.dialog).toContainText('Enviamos las filas que estaban listas');
  await bulk.button('Cancelar').click();
  await bulk.button('Descartar').click();
  await expect(bulk.rows.first()).toContainText(`0 / ${good}`);
  await expect(bulk.rows.first()).toContainText(`${good} omitidas`);
});
