import { readFile } from 'node:fs/promises';
import { expect, test } from '#test/e2e/fixtures.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { ShipmentPage } from './shipment-page.ts';

const EXPORT = '**/api/v1/client/shipping/export/csv*';

test.describe('Exportar CSV', () => {
  test('downloads the filtered shipments, with accents intact and formulas escaped', { tag: '@both' }, async ({
    page,
    storeSession,
  }) => {
    await storeSession('basico');
    const shipments = new ShipmentPage(page);
    const [made] = await shipments.make([shipment()], { receiver_name: '=Ñandú "y" Cía' });
    await shipments.goTo(`/envios?etiqueta=${made?.shipment_id}&fechaDesde=2020-01-01&fechaHasta=2199-12-31`);
    await expect(shipments.rows).toHaveCount(1);
    const [request, file] = await Promise.all([
      page.waitForRequest(EXPORT),
      page.waitForEvent('download'),
      shipments.button('Exportar CSV').click(),
    ]);
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
      'filter[shipment]': made?.shipment_id,
      'filter[from_date]': '2020-01-01 00:00:00',
      'filter[to_date]': '2199-12-31 23:59:00',
    });
    expect(file.suggestedFilename()).toMatch(/^Envíos \d{4}-\d{2}-\d{2}\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain(`"${made?.shipment_id}";"Registrado";"'=Ñandú ""y"" Cía";"Entrega a domicilio";15000,00;`);
    expect(text.startsWith('\uFEFF"Fecha de Creación";')).toBe(true);
  });
});
