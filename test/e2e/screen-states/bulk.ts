import { bulkCells, bulkText } from '#test/texts/bulk-file-factory.ts';
import { tiendanubeExport } from '#test/texts/tiendanube-export.ts';
import { button, choose, dialog, opens, type State, says } from './state.ts';

/** The call that lists the batches. */
export const BATCHES = '**/api/v1/client/lote_order/?*';

const OWN_FILE = 'Pedido,Nombre,DNI,Calle\nA-1,Ana,30111222,Mitre\n';

const SHOP_EXPORT = tiendanubeExport().bytes;

/** States of the bulk uploads: a running batch, and the steps of a file. */
export const bulkStates: readonly State[] = [
  {
    what: 'a file whose orders are being made',
    loads: true,
    only: 'desk',
    stays: true,
    async reach(page) {
      const running = {
        id: 7,
        archivo: 'ventas.csv',
        fecha: '21/11/2026 10:00',
        ordenes: 12,
        cantidad: 48,
        estado: 'Procesando',
        filas: 48,
        errores: 0,
        omitidas: 0,
      };
      const json = { results: [running], pagination: { page: 1, pages: 1, total: 1, limit: 10 } };
      await page.route(BATCHES, (route) => route.fulfill({ json }));
      await page.reload();
      await page.getByRole('progressbar').waitFor();
      await page.unroute(BATCHES);
    },
  },
  { what: 'the choice of a file', shows: dialog, reach: opens('Subir Archivo') },
  {
    what: 'a file that is put right',
    shows: (page) => page.getByRole('gridcell', { name: 'sin arroba' }),
    stays: true,
    async reach(page) {
      await button(page, 'Subir Archivo').click();
      await choose(page, bulkText([bulkCells(1, { email: 'sin arroba' }), bulkCells(2)]));
      await page.getByRole('gridcell', { name: 'sin arroba' }).click();
    },
  },
  {
    what: 'the export of a shop, with what is missing',
    shows: (page) => page.getByText('El largo es obligatorio').first(),
    stays: true,
    async reach(page) {
      await button(page, 'Subir Archivo').click();
      await choose(page, SHOP_EXPORT);
      await page.getByText('Exportación de Tiendanube').waitFor();
      await page.getByLabel('Largo (cm)').fill('');
      await says('Continuar', 'El largo es obligatorio')(page);
    },
  },
  {
    what: 'the export of a shop, with guessed cells',
    shows: (page) => page.getByLabel('Solo para revisar').and(page.locator(':checked')),
    stays: true,
    async reach(page) {
      await button(page, 'Subir Archivo').click();
      await choose(page, SHOP_EXPORT);
      for (const label of ['Largo (cm)', 'Ancho (cm)', 'Alto (cm)', 'Peso (g)'])
        await page.getByLabel(label).fill('10');
      await button(page, 'Continuar').click();
      await page.getByLabel('Solo para revisar').check();
    },
  },
  {
    what: 'the meaning of columns, with what is missing',
    shows: (page) => page.getByText('Elegí una columna o un valor').first(),
    stays: true,
    async reach(page) {
      await button(page, 'Subir Archivo').click();
      await choose(page, OWN_FILE);
      await says('Continuar', 'Elegí una columna o un valor')(page);
    },
  },
];
