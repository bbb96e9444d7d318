import type { Page } from '@playwright/test';
import type { ScreenName } from '#test/e2e/screens.ts';
import { BATCHES, bulkStates } from './bulk.ts';
import {
  button,
  choose,
  dialog,
  NO_ROWS,
  opens,
  picks,
  question,
  type ScreenStates,
  type State,
  says,
} from './state.ts';

const MENU = /^Más acciones/;

const menus = (page: Page) => button(page, MENU);

const menu: State = { what: 'the menu of a row', reach: opens(MENU, 'menu') };

const filters: State = { what: 'the filters', only: 'phone', reach: opens('Filtros') };

const calendar: State = { what: 'the calendar', only: 'desk', reach: opens('Abrir el calendario') };

const calendarOnPhone: State = {
  what: 'the calendar over the filters',
  only: 'phone',
  stays: true,
  async reach(page) {
    await filters.reach(page);
    await button(page, 'Abrir el calendario').click();
    await page.getByRole('dialog', { name: 'Calendario' }).getByRole('grid').waitFor();
  },
};

/** The batch bar with a selection. */
const picked = (page: Page) => page.getByRole('region', { name: 'Selección' }).getByText(/seleccionad/);

/** Starts a mode, selects all selectable rows of the page, and waits for the batch bar. */
const pickAll = (mode: string) => async (page: Page) => {
  await button(page, mode).click();
  const boxes = page.getByRole('checkbox', { name: /^Elegir / });
  await boxes.first().check();
  await picked(page).waitFor();
};

const wrongDays: State = {
  what: 'days in the wrong order',
  only: 'desk',
  async reach(page) {
    await page.getByLabel(/^Fecha .*Desde$/).fill('02/03/2026');
    await page.getByLabel(/^Fecha .*Hasta$/).fill('01/03/2026');
    await page.getByText(/^No puede ser posterior/).waitFor();
  },
  stays: true,
};

const list = (call: string) => ({
  empty: { call, answer: NO_ROWS, says: 'No hay resultados disponibles' },
  fails: { call, says: 'Ocurrió un error' },
});

const CATALOGUE = [
  'sku;descripcion;categoria;valor;largo_cm;alto_cm;ancho_cm;peso_g',
  'A11Y-1;Mate;Otros;10;10;12;8;300',
  'A11Y-2;;Otros;10;10;10;10;10',
].join('\n');

const ACTIVITY = '**/api/v1/client/activity/?*';

const PENDING = '**/api/v1/client/pending/?*';

/** The question before a cancellation, from a filtered list: the newest rows may all be collected or paid. */
const cancellation = (path: string, entry: string): State => ({
  what: 'the question before a cancellation',
  stays: true,
  loads: true,
  shows: question,
  async reach(page) {
    await page.goto(path);
    await menus(page).waitFor();
    await picks(MENU, entry)(page);
  },
});

/** States of the lists: filters, rows or cards, and their actions. */
export const LISTS = {
  pendientes: {
    shows: (page) => page.getByRole('link', { name: /^(Ver|Corregir|Decidir|Avisar)/ }).first(),
    states: [
      {
        what: 'the menu that snoozes',
        loads: true,
        async reach(page) {
          // Late orders, which are first, can't be snoozed.
          await page.goto('/pendientes?tipo=resolve');
          await opens(/^Posponer o cerrar/, 'menu')(page);
        },
        stays: true,
      },
      {
        what: 'picked items',
        loads: true,
        shows: (page) => page.getByText('1 pendiente elegido').first(),
        async reach(page) {
          // Of all kinds, because tests of the console may have decided those of a single one.
          await page.goto('/pendientes?tipo=resolve');
          await page
            .getByRole('checkbox', { name: /^Elegir [^t]/ })
            .first()
            .check();
          await page.getByText('1 pendiente elegido').waitFor();
        },
        stays: true,
      },
    ],
    empty: {
      call: PENDING,
      answer: { ...NO_ROWS, today: '2026-11-25', kinds: [] },
      says: 'Todo en orden',
    },
    fails: { call: PENDING, says: 'Ocurrió un error' },
  },
  ordenes: {
    shows: menus,
    states: [
      menu,
      calendar,
      filters,
      calendarOnPhone,
      {
        what: 'the question before a payment',
        shows: question,
        loads: true,
        async reach(page) {
          // The newest rows may all be paid.
          await page.goto('/ordenes?estado=pendiente_pago');
          await opens(/^Generar pago de/, 'alertdialog')(page);
        },
        stays: true,
      },
      cancellation('/ordenes?estado=por_imprimir', 'Cancelar orden'),
      { what: 'the print mode', reach: pickAll('Imprimir en lote') },
      {
        what: 'the pay mode',
        shows: picked,
        loads: true,
        async reach(page) {
          await page.goto('/ordenes?estado=pendiente_pago');
          await pickAll('Pagar en lote')(page);
        },
        stays: true,
      },
      {
        what: 'the way back from the payment provider',
        loads: true,
        shows: (page) => page.getByText('Todavía no pudimos verificarlo.').first(),
        stays: true,
        async reach(page) {
          await page.goto('/ordenes?payment_id=12345&collection_status=null');
          await page.getByRole('dialog').getByText('Todavía no pudimos verificarlo.').waitFor();
        },
      },
      wrongDays,
    ],
    ...list('**/api/v1/client/order/?*'),
  },
  envios: {
    shows: menus,
    states: [
      menu,
      filters,
      cancellation('/envios?estado=pendiente_pago', 'Cancelar envío'),
      { what: 'the print mode', reach: pickAll('Imprimir en lote') },
      wrongDays,
    ],
    ...list('**/api/v1/client/shipping/?*'),
  },
  actividad: {
    // Logins of one minute are one row.
    shows: (page) => page.getByText(/ingresó(, \d+ veces)?$/).first(),
    states: [
      filters,
      wrongDays,
      {
        what: 'more rows than pages reach',
        loads: true,
        only: 'desk',
        stays: true,
        async reach(page) {
          const row = {
            id: 7,
            at: '2026-11-21T10:00:00-03:00',
            actor: { kind: 'key', name: 'k' },
            action: 'ops.user.block',
            target: '1',
            fields: [],
            details: null,
            network: '',
            request_id: '',
            times: 1,
          };
          const json = { results: [row], cursor: null, pagination: { page: 1, pages: 1000, total: 10_001, limit: 10 } };
          await page.route(ACTIVITY, (route) => route.fulfill({ json }));
          await page.reload();
          await page.getByText(/se ven los últimos/).waitFor();
          await page.unroute(ACTIVITY);
        },
      },
    ],
    ...list(ACTIVITY),
  },
  'carga-masiva': {
    shows: (page) => page.locator('main a[href^="/carga-masiva/detalle/"]').first(),
    states: [filters, ...bulkStates],
    ...list(BATCHES),
  },
  'logistica-inversa': {
    shows: menus,
    states: [
      menu,
      { what: 'the menu of a label', reach: opens(/^Acciones del envío/, 'menu') },
      filters,
      {
        what: 'picked orders',
        shows: (page) => page.getByText('1 orden seleccionada').first(),
        async reach(page) {
          await page
            .getByRole('checkbox', { name: /^Elegir [^t]/ })
            .first()
            .check();
          await page.getByText('1 orden seleccionada').waitFor();
        },
      },
    ],
    ...list('**/api/v1/client/order/?*'),
  },
  productos: {
    shows: (page) => button(page, /^Editar/),
    states: [
      filters,
      { what: 'a product', reach: opens(/^Editar/) },
      {
        what: 'a new product with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Nuevo')(page);
          await says('Guardar', 'El SKU es requerido')(page);
        },
      },
      { what: 'the choice of a file', shows: dialog, reach: opens('Importar CSV') },
      {
        what: 'a file that is put right',
        shows: (page) => page.getByText('1 para corregir').first(),
        stays: true,
        async reach(page) {
          await button(page, 'Importar CSV').click();
          await choose(page, CATALOGUE);
          await page.getByText('1 para corregir').waitFor();
        },
      },
    ],
    ...list('**/api/v1/client/product/?*'),
  },
  pagos: {
    shows: menus,
    states: [menu, filters, { what: 'the question before a cancellation', reach: picks(MENU, 'Cancelar pago') }],
    ...list('**/api/v1/client/merchant_order/?*'),
  },
  stock: {
    shows: (page) => button(page, /^Lotes de/),
    states: [filters, { what: 'the lots', reach: opens(/^Lotes de/) }],
    empty: {
      call: '**/api/service/FulFillmentEcommerceStock',
      answer: { data: [{ productos: [] }] },
      says: 'No hay resultados disponibles',
    },
    fails: { call: '**/api/service/FulFillmentEcommerceStock', says: 'Ocurrió un error' },
  },
  fulfillment: {
    shows: (page) => button(page, /^Detalles/),
    states: [filters],
    empty: {
      call: '**/api/service/FulFillmentEcommercePedidos',
      answer: { data: [{ pedidos: [] }] },
      says: 'No hay resultados disponibles',
    },
    fails: { call: '**/api/service/FulFillmentEcommercePedidos', says: 'Ocurrió un error' },
  },
} satisfies Partial<Record<ScreenName, ScreenStates>>;
