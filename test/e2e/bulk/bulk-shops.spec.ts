import { countUserActions } from '#test/e2e/user-actions.ts';
import { tiendanubeExport } from '#test/texts/tiendanube-export.ts';
import { expect, test } from './bulk-page.ts';

test.describe('The export of a shop', () => {
  test('is dropped, completed once for all orders, and sent; the next one takes three clicks', {
    tag: '@both',
  }, async ({ page, bulk }) => {
    const first = tiendanubeExport(1000);
    await bulk.openDialog();
    await bulk.choose(first.bytes);
    await expect(bulk.dialog).toContainText('Exportación de Tiendanube');
    for (const [label, value] of [
      ['Largo (cm)', '30'],
      ['Ancho (cm)', '20'],
      ['Alto (cm)', '10'],
      ['Peso (g)', '900'],
    ] as const) {
      await bulk.dialog.getByLabel(label).fill(value);
    }
    await bulk.button('Continuar').click();
    await expect(bulk.dialog.getByRole('status').filter({ hasText: 'para corregir' })).toContainText(
      `${first.ready.length}`,
    );
    await bulk.button(/^Enviar solo/).click();
    await bulk.button('Enviar las listas').click();
    await expect(bulk.dialog).toContainText('Enviamos las filas que estaban listas');
    await bulk.button('Cancelar').click();
    await bulk.button('Descartar').click();
    await expect(bulk.rows.first()).toContainText(`${first.ready.length} / ${first.ready.length}`, { timeout: 30_000 });

    const actions = await countUserActions(page);
    const [header = '', second = ''] = first.bytes.toString('latin1').split('\r\n');
    await bulk.openDialog();
    await bulk.drop(`${header}\r\n${second.replace(/^\d+/, '9001')}\r\n`);
    await expect(bulk.dialog.getByLabel('Largo (cm)')).toHaveValue('30');
    await bulk.button('Continuar').click();
    await bulk.button('Enviar Lote').click();
    await expect(bulk.dialog).toBeHidden();
    expect(actions).toEqual({ clicks: 3, fields: 0, commands: 0 });
  });
});
