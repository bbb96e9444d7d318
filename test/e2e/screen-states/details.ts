import type { Page } from '@playwright/test';
import type { ScreenName } from '#test/e2e/screens.ts';
import { REQUIRED_FACTOR, SECOND_FACTOR, TEAM } from './second-factor.ts';
import { button, dialog, NO_ROWS, opens, presets, question, type ScreenStates, type State, says } from './state.ts';

/** States of the frame around every screen with a session. */
const AROUND: readonly State[] = [
  { what: 'the menu of the user', only: 'desk', reach: opens(/Casa Lapacho/, 'menu') },
  { what: 'the side menu', only: 'phone', reach: opens('Abrir menú') },
  {
    what: 'the palette',
    shows: dialog,
    async reach(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    what: 'what the palette found',
    shows: dialog,
    async reach(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.type('martin');
      await page.getByRole('group', { name: 'Compradores' }).waitFor();
    },
  },
  {
    what: 'the keys',
    shows: dialog,
    async reach(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const tab = (name: string): State => ({
  what: name,
  shows: (page) => page.getByRole('tab', { name, selected: true }),
  reach: (page) => page.getByRole('tab', { name }).click(),
});

const SESSIONS = '**/api/v1/client/session/';
const ADDRESSES = '**/api/v1/client/sender_address/';

/** The form's button; the shell's search begins with the same word. */
const searchButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Buscar' });

/** States of details and summaries. */
export const DETAILS = {
  estadisticas: {
    shows: (page) => page.getByRole('img', { name: /^Gráfico de anillo/ }),
    states: [
      ...AROUND,
      { what: 'days of one’s own', reach: (page) => button(page, 'Seleccionar Fechas').click() },
      {
        what: 'the terms',
        loads: true,
        shows: (page) => page.getByRole('dialog').getByRole('checkbox'),
        stays: true,
        async reach(page) {
          await page.evaluate(() => localStorage.setItem('terms', 'false'));
          await page.reload();
          await page.getByRole('dialog').getByRole('checkbox').and(page.locator(':enabled')).waitFor();
          // The next page must find the terms accepted.
          await page.evaluate(() => localStorage.setItem('terms', 'true'));
        },
      },
    ],
    empty: {
      call: '**/api/v1/client/statistics/complete_total_shippings?*',
      answer: { results: { total: 0, provinces_array: [] } },
      says: 'No hay resultados disponibles',
    },
    fails: { call: '**/api/v1/client/statistics/**', says: 'Ocurrió un error' },
  },
  orden: {
    shows: (page) => page.getByRole('link', { name: 'Ver envío' }).first(),
    fails: { call: '**/api/v1/client/order/*', says: 'No se pudo obtener la información de la orden' },
  },
  envio: {
    shows: (page) => page.getByRole('tab', { name: 'Comprador' }),
    states: [tab('Detalles'), tab('Vendedor')],
    fails: { call: '**/api/v1/client/shipping/*', says: 'Ocurrió un error' },
  },
  'carga-masiva-detalle': {
    shows: (page) => page.getByText('Procesado').first(),
    empty: { call: '**/api/v1/client/lote_order/*/logs/?*', answer: NO_ROWS, says: 'No hay resultados disponibles' },
    fails: { call: '**/api/v1/client/lote_order/**', says: 'Ocurrió un error' },
  },
  'fulfillment-detalle': {
    shows: (page) => page.getByRole('heading', { name: 'Productos' }),
    fails: { call: '**/api/service/FulFillmentEcommercePedidosDetalle', says: 'Ocurrió un error' },
  },
  equipo: {
    shows: (page) => button(page, 'Invitar a una persona'),
    states: [
      {
        what: 'an invitation with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Invitar a una persona')(page);
          await button(page, 'Invitar').click();
          await page.locator('[aria-invalid=true]').first().waitFor();
        },
      },
      ...REQUIRED_FACTOR,
      {
        what: 'a suspended person and an invitation',
        loads: true,
        stays: true,
        async reach(page) {
          await page.route(TEAM, async (route) => {
            const response = await route.fetch();
            const { results } = await response.json();
            const other = { ...results[0], id: 1, username: 'ana', state: 'suspended', role: 'viewer', me: false };
            const expires_at = '2099-01-31T12:00:00-03:00';
            const invitation = { id: 2, email: `${'ana.'.repeat(9)}paz@tienda.example`, role: 'billing' };
            const invitations = [{ ...invitation, invited_by: 'Carolina Ferreyra', expires_at, expired: false }];
            await route.fulfill({ response, json: { results: [...results, other], invitations } });
          });
          await page.reload();
          await page.getByRole('table', { name: 'Invitaciones' }).waitFor();
        },
      },
    ],
    fails: { call: TEAM, says: 'Ocurrió un error' },
  },
  'datos-personales': {
    shows: (page) => button(page, 'Descargar mis datos'),
    states: [
      {
        what: 'a receiver with orders on the way, and the question before the erasure',
        shows: question,
        async reach(page) {
          const named = [{ tracking_id: '7K3MQ9XW2R0', order_id: 'A-1' }];
          const results = {
            orders: 3,
            on_the_way: 1,
            names: ['Juana Ríos', 'Pedro Ríos'],
            named,
            requests: 1,
            failed_rows: 2,
          };
          const call = '**/api/v1/client/receiver/find';
          await page.route(call, (route) => route.fulfill({ json: { results } }));
          await page.getByLabel('Dato completo').fill('31987654');
          await searchButton(page).click();
          await button(page, 'Borrar sus datos').click();
          await page.getByRole('alertdialog').waitFor();
          await page.unroute(call);
        },
        stays: true,
      },
      {
        what: 'a search with what is missing',
        shows: (page) => page.getByText('Escribí el dato completo').first(),
        stays: true,
        async reach(page) {
          await searchButton(page).click();
          await page.getByText('Escribí el dato completo').first().waitFor();
        },
      },
    ],
  },
  sesiones: {
    shows: (page) => page.getByRole('table', { name: 'Sesiones abiertas' }),
    states: [
      {
        what: 'several sessions',
        loads: true,
        shows: (page) => page.getByText('Sin datos del dispositivo').first(),
        stays: true,
        async reach(page) {
          await page.route(SESSIONS, async (route) => {
            const response = await route.fetch();
            const { results } = await response.json();
            const other = { ...results[0], current: false, network: '2800:810:4f2:9c00' };
            const unknown = { ...other, id: '00000000-0000-4000-8000-000000000002', device: '', network: '' };
            const json = { results: [results[0], { ...other, id: '00000000-0000-4000-8000-000000000001' }, unknown] };
            await route.fulfill({ response, json });
          });
          await page.reload();
          await page.getByText('Sin datos del dispositivo').waitFor();
        },
      },
    ],
    fails: { call: SESSIONS, says: 'Ocurrió un error' },
  },
  'segundo-paso': SECOND_FACTOR,
  'cambio-de-email': {
    shows: (page) => button(page, 'Pedir el cambio'),
    states: [
      {
        what: 'the fields with what is missing',
        shows: (page) => page.getByText(/^Revisá estos \d+ datos/).first(),
        stays: true,
        reach: says('Pedir el cambio', /^Revisá estos \d+ datos/),
      },
      {
        what: 'a change that waits for its confirmations',
        loads: true,
        shows: (page) => page.getByText('Pediste cambiar tu email').first(),
        stays: true,
        async reach(page) {
          const change = { email: `${'ana.'.repeat(9)}paz@tienda.example`, expires_at: '2099-01-31T12:00:00-03:00' };
          const json = { results: { ...change, old_confirmed: false, new_confirmed: false } };
          await page.route('**/api/v1/client/email_change/', (route) => route.fulfill({ json }));
          await page.reload();
          await page.getByText('Pediste cambiar tu email').waitFor();
          await page.unroute('**/api/v1/client/email_change/');
        },
      },
    ],
  },
  cuenta: {
    shows: (page) => button(page, /^Más acciones/),
    states: [
      { what: 'the menu of an address', reach: opens(/^Más acciones/, 'menu') },
      {
        what: 'a new address with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Agregar dirección')(page);
          await says('Guardar', /^Revisá estos \d+ datos/)(page);
        },
      },
      {
        what: 'package presets, and the question before one is removed',
        shows: question,
        async reach(page) {
          await presets(page);
          await opens(/^Quitar Caja/, 'alertdialog')(page);
        },
      },
      {
        what: 'a new package preset with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Agregar paquete')(page);
          await button(page, 'Guardar').click();
          await page.locator('[aria-invalid=true]').first().waitFor();
        },
      },
      {
        what: 'the password with what is missing',
        shows: (page) => page.getByText(/^Revisá estos \d+ datos/).first(),
        stays: true,
        reach: says('Cambiar contraseña', /^Revisá estos \d+ datos/),
      },
      {
        what: 'an address that is switched off, and a test label that failed',
        loads: true,
        only: 'desk',
        stays: true,
        async reach(page) {
          await page.route(ADDRESSES, async (route) => {
            const response = await route.fetch();
            const { results } = await response.json();
            const off = { ...results[0], id: 0, main_address: false, active: false };
            await route.fulfill({ response, json: { results: [...results, off] } });
          });
          await page.route('**/label/test.pdf', (route) => route.fulfill({ status: 422, json: { message: 'x' } }));
          await page.reload();
          await page.getByText('Inactiva').waitFor();
          await says('Imprimir etiqueta de prueba', 'No se pudieron imprimir las etiquetas de prueba.')(page);
          await page.unrouteAll();
        },
      },
      {
        what: 'print settings of ZPL',
        only: 'desk',
        stays: true,
        async reach(page) {
          await page.getByLabel('Formato').selectOption('ZPL');
          await page.getByText(/^ZPL es para impresoras térmicas/).waitFor();
        },
      },
    ],
    empty: { call: ADDRESSES, answer: { results: [] }, says: 'No hay resultados disponibles' },
    fails: { call: ADDRESSES, says: 'Ocurrió un error' },
  },
} satisfies Partial<Record<ScreenName, ScreenStates>>;
