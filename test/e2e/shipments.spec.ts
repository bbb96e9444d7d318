import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ShipmentRow } from '#shared/shipments.ts';
import { shipment } from '#test/order-factory.ts';
import { failUntilRetried } from './failing-call.ts';
import { expect, test } from './fixtures.ts';
import { listQueryAfter } from './list-query.ts';
import { ShipmentPage } from './shipment-page.ts';

const LIST = '**/api/v1/client/shipping/?*';
const EXPORT = '**/api/v1/client/shipping/export/csv*';

const LIST_PATH = '/api/v1/client/shipping/';

const queryAfter = (page: Page, act: () => Promise<unknown>) => listQueryAfter(page, LIST_PATH, act);

const filtersOf = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => name.startsWith('filter')));

test.describe('The shipments list', () => {
  test('shows ten shipments, the last changed first, with their columns', { tag: '@both' }, async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const query = await queryAfter(page, () => shipments.open());
    expect(Object.fromEntries(query)).toEqual({
      page: '1',
      limit: '10',
      'order[sort]': 'o.updated_at',
      'order[direction]': 'DESC',
    });
    await expect(shipments.rows).toHaveCount(10);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Fecha de Creación',
      'Nro. de Orden Interno',
      'Nro. de Orden',
      'Envío',
      'Estado',
      'Destinatario',
      'Modo de Entrega',
      'Valor',
      'Costo de Envío',
      'Fecha de Entrega',
      'Impreso',
      'Acciones',
    ]);
    const cells = shipments.rows.first().getByRole('cell');
    await expect(cells.nth(0)).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(cells.nth(7)).toHaveText(/^\$\s[\d.]+,\d{2}$/);
    await expect(cells.nth(8)).toHaveText(/^\$\s[\d.]+,\d{2}$/);
    await expect(page.getByText(/^Página 1 de \d+$/)).toBeVisible();
  });

  test('fills its selects from the gateway, narrows by every field and survives a reload', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    const states = page.waitForResponse('**/api/v1/client/state/');
    await shipments.open();
    const { results }: { results: { name: string }[] } = await (await states).json();
    const offered = page.getByRole('combobox', { name: 'Estado' }).getByRole('option');
    await expect(offered).toHaveText(['Todos', ...results.map(({ name }) => name)]);

    await shipments.field('Envío').fill('7K3');
    await shipments.field('Nro. de Orden Interno').fill('W-1');
    await shipments.field('Nombre y Apellido Cliente').fill('a');
    await page.getByRole('combobox', { name: 'Estado' }).selectOption({ label: 'En Tránsito' });
    await page.getByRole('combobox', { name: 'Modo de Entrega' }).selectOption('2');
    await shipments.field('Código de Punto de Retiro').fill('B1602');
    await page.getByRole('combobox', { name: 'Impreso' }).selectOption({ label: 'Si' });
    await shipments.field('Fecha de Creación Desde').fill('01/01/2020');
    await shipments.field('Fecha de Creación Hasta').fill('31/12/2199');
    const query = await queryAfter(page, () => shipments.button('Buscar').click());
    expect(filtersOf(query)).toEqual({
      'filter[shipment]': '7K3',
      'filter[order]': 'W-1',
      'filter[client]': 'a',
      'filter[state]': 'en_transito',
      'filter[delivery_mode]': '2',
      'filter[pickup_point_code]': 'B1602',
      'filter[printed_by_client]': '1',
      'filter[from_date]': '2020-01-01',
      'filter[to_date]': '2199-12-31',
    });
    await page.reload();
    await expect(shipments.field('Código de Punto de Retiro')).toHaveValue('B1602');
    await expect(page.getByRole('button', { name: 'Quitar filtro En estado En Tránsito' })).toBeVisible();
    const cleared = await queryAfter(page, () => shipments.button('Limpiar').click());
    expect(filtersOf(cleared)).toEqual({});
  });

  test('finds a shipment by its label and shows nothing else', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const { shipment_id: label } = await shipments.that(() => true);
    await shipments.field('Envío').fill(label.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(shipments.rows).toHaveCount(1);
    await expect(shipments.row(label)).toBeVisible();
    await expect(page.getByText('1 envío').first()).toBeVisible();
  });

  test('asks nothing while the first day is after the second', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    await shipments.field('Fecha de Creación Desde').fill('02/03/2026');
    await shipments.field('Fecha de Creación Hasta').fill('01/03/2026');
    await expect(page.getByText('No puede ser posterior a la fecha de creación hasta.')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === LIST_PATH && asked.push(request.url()));
    await shipments.button('Buscar').click();
    await expect(shipments.field('Fecha de Creación Desde')).toBeFocused();
    expect(asked).toEqual([]);
  });

  test('is walked by the keyboard, and Enter opens the shipment', async ({ page, logIn }) => {
    await logIn('demo');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    const shipments = new ShipmentPage(page);
    await expect(shipments.rows.first().getByRole('link')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(shipments.rows.nth(1)).toBeFocused();
    const label = await shipments.rows.nth(1).getByRole('link').innerText();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Envío #${label}`);
  });

  test('leads from a row to the shipment, its order and the public tracking', async ({ page, logIn }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const row = await shipments.that(() => true);
    const link = shipments.row(row.shipment_id).getByRole('link');
    await expect(link).toHaveAttribute('href', `/envios/detalle/${row.id}/${row.shipment_id}`);
    await page.getByRole('button', { name: `Más acciones de ${row.shipment_id}` }).click();
    const item = (name: string) => page.getByRole('menuitem', { name });
    await expect(item('Ver envío')).toHaveAttribute('href', `/envios/detalle/${row.id}/${row.shipment_id}`);
    await expect(item('Ver orden')).toHaveAttribute('href', `/ordenes/detalle/${row.tracking_id}`);
    await expect(item('Seguimiento')).toHaveAttribute('href', new RegExp(`${row.shipment_id}$`));
  });

  test('colours states and SI / NO by their words, and shows days and amounts as in Argentina', async ({
    page,
    logIn,
  }) => {
    await logIn('demo');
    const states = ['ENTREGADO', 'en transito', 'Devolución', 'No Entregado: ausente', 'En Corresponsal'];
    await page.route(LIST, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.results = body.results.slice(0, states.length).map((row: ShipmentRow, index: number) => ({
        ...row,
        state: states[index],
        printed_by_client: index === 0,
        items_value: 1234.5,
        delivery_date: index === 0 ? '2026-01-05' : null,
      }));
      await route.fulfill({ response: answer, json: body });
    });
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const badges = await shipments.rows.evaluateAll((all) =>
      all.map((row) => {
        const [state, printed] = [...row.querySelectorAll('td span:has(> svg[viewBox="0 0 8 8"])')];
        return [state?.className.match(/verde|azul|amarillo|rojo|gris/)?.[0], printed?.textContent];
      }),
    );
    expect(badges).toEqual([
      ['verde', 'SI'],
      ['azul', 'NO'],
      ['amarillo', 'NO'],
      ['rojo', 'NO'],
      ['gris', 'NO'],
    ]);
    const cells = shipments.rows.first().getByRole('cell');
    await expect(cells.nth(7)).toHaveText(/^\$\s1\.234,50$/);
    await expect(cells.nth(9)).toHaveText('05/01/2026');
    await expect(shipments.rows.nth(1).getByRole('cell').nth(9)).toHaveText('-');
  });

  test('says that nothing was found, and offers to look without filters', async ({ page, logIn, expectAccessible }) => {
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    await shipments.field('Nombre y Apellido Cliente').fill('nadie se llama así');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No se encontraron resultados')).toBeVisible();
    await expect(page.getByText('Por favor, aplique otros filtros')).toBeVisible();
    await expectAccessible();
    await shipments.button('Limpiar filtros').click();
    await expect(shipments.rows).toHaveCount(10);
  });

  test('offers the first order to who has no shipments, and loads again when it failed', async ({
    page,
    logIn,
    allowConsole,
  }) => {
    allowConsole(/status of 500/);
    await logIn('demo');
    await failUntilRetried(page, LIST, {
      afterwards: { results: [], pagination: { page: 1, pages: 1, total: 0, limit: 10 } },
    });
    await page.getByRole('link', { name: 'Envíos', exact: true }).click();
    await expect(page.getByText('Ocurrió un error')).toBeVisible();
    await expect(
      page.getByText('Por favor, intente nuevamente más tarde o comuníquese con soporte técnico'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('No hay resultados disponibles')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Crear tu primera orden' })).toBeVisible();
  });

  test('becomes cards on a phone, with the filters in a dialog that counts', async ({ page, logIn }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn('demo');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('link', { name: 'Envíos', exact: true }).click();
    const cards = page.getByRole('list', { name: 'Envíos' }).getByRole('listitem');
    await expect(cards).toHaveCount(10);
    const label = await cards.first().getByRole('link').innerText();
    await page.getByRole('button', { name: 'Imprimir en lote' }).click();
    await expect(page.getByRole('region', { name: 'Selección' })).toBeVisible();
    await page.getByRole('button', { name: 'Salir del modo' }).click();
    await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('textbox', { name: 'Envío', exact: true }).fill(label);
    await page.getByRole('button', { name: 'Ver 1 resultado', exact: true }).click();
    await expect(cards).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe('Exportar CSV', () => {
  test('downloads what the filters leave, accents intact and formulas inert', { tag: '@both' }, async ({
    page,
    logIn,
  }) => {
    await logIn('basico');
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

  test('is under way once at a time, and says when it failed', async ({ page, logIn, allowConsole }) => {
    allowConsole(/status of 422/);
    await logIn('demo');
    const shipments = new ShipmentPage(page);
    await shipments.open();
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(EXPORT, async (route) => {
      asked.resolve();
      await answer.promise;
      await route.fulfill({ status: 422, json: { message: 'Son 123.456 envíos y se pueden exportar hasta 100.000' } });
    });
    const button = shipments.button('Exportar CSV');
    await button.click();
    await asked.promise;
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    answer.resolve();
    await expect(shipments.alert).toContainText('Son 123.456 envíos y se pueden exportar hasta 100.000');
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  });
});
