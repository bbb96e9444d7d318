import type { Page } from '@playwright/test';
import type { ScreenName } from '#test/e2e/screens.ts';
import { button, dialog, opens, presets, question, type ScreenStates, type State, says } from './state.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const localities: State = {
  what: 'the localities of a postal code',
  shows: (page) => page.getByRole('option').first(),
  stays: true,
  async reach(page) {
    await field(page, 'Código postal').pressSequentially('1425');
    await page.getByRole('option').first().waitFor();
  },
};

const products: State = {
  what: 'the products to pick from',
  shows: (page) => page.getByRole('option').first(),
  stays: true,
  async reach(page) {
    await button(page, 'Agregar Ítem').click();
    await page.getByLabel('Producto del ítem 1').pressSequentially('a');
    await page.getByRole('option').first().waitFor();
  },
};

const ERRORS = /^Revisá (este dato|estos \d+ datos)/;

const refused: State = {
  what: 'the form with its errors',
  stays: true,
  shows: (page) => page.getByText(ERRORS).first(),
  reach: says('Guardar', ERRORS),
};

/** Fills the form from a text with parts that have to be checked. */
async function paste(page: Page, text: string): Promise<void> {
  await opens('Pegar dirección')(page);
  await page.getByLabel('Texto con la dirección').fill(text);
  await button(page, 'Completar').click();
}

const pasted: readonly State[] = [
  {
    what: 'the dialog for an address, with a text that contains none',
    shows: dialog,
    async reach(page) {
      await paste(page, 'ok');
      await page.getByText(/^No encontramos una dirección/).waitFor();
    },
  },
  {
    what: 'the form with doubtful data of a pasted text',
    shows: (page) => button(page, 'Deshacer'),
    stays: true,
    async reach(page) {
      await field(page, 'Calle').fill('Belgrano');
      await paste(page, 'Rossi Paola, Mitre 845, Tres Cerritos, Salta, tocar timbre');
      await page.getByRole('button', { name: 'Deshacer' }).waitFor();
    },
  },
];

const quoted = (page: Page) => page.getByText(/^Se cobra|volumétrico/).last();

async function quote(page: Page): Promise<void> {
  await field(page, 'Código postal').fill('1425');
  for (const label of ['Largo', 'Alto', 'Ancho']) await field(page, label).fill('20');
  await field(page, 'Peso').fill('900');
  await button(page, 'Calcular').click();
  await quoted(page).waitFor();
}

const points: State = {
  what: 'the pickup points near a postal code, one of them chosen',
  shows: (page) => page.getByRole('radio', { name: /^Punto Av\. Santa Fe/ }).and(page.locator(':checked')),
  stays: true,
  async reach(page) {
    await page.getByRole('radio', { name: 'Retiro en punto de entrega' }).check();
    await field(page, 'Código postal').fill('1425');
    // By keyboard, because the localities are still open above the points.
    await page.getByRole('radio', { name: /^Punto Av\. Santa Fe/ }).press('Space');
  },
};

/** States of the order forms and the price calculator. */
export const FORMS = {
  'orden-nueva': {
    shows: (page) => field(page, 'Nro. de Orden Interno'),
    states: [
      {
        what: 'a new product with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Nuevo Producto +')(page);
          await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
          await page.getByText('El SKU es requerido').first().waitFor();
        },
      },
      localities,
      points,
      products,
      {
        what: 'a chosen package preset, and the dialog for another',
        loads: true,
        shows: dialog,
        stays: true,
        async reach(page) {
          await presets(page);
          await page.getByLabel('Paquete frecuente').selectOption({ index: 1 });
          await opens('Agregar a paquetes frecuentes')(page);
        },
      },
      {
        what: 'sides that the products need',
        shows: (page) => button(page, 'Usar estas medidas'),
        stays: true,
        async reach(page) {
          await products.reach(page);
          await page.keyboard.press('Enter');
          await page.getByLabel('Cantidad del ítem 1').fill('3');
          await button(page, 'Usar estas medidas').waitFor();
        },
      },
      ...pasted,
      refused,
    ],
    fails: { call: '**/api/v1/client/delivery_mode/*', says: 'Ocurrió un error' },
  },
  'logistica-inversa-nueva': {
    shows: (page) => field(page, 'Nro. de Orden Interno'),
    states: [
      ...pasted,
      {
        ...refused,
        async reach(page) {
          await field(page, 'Calle').fill('x');
          await refused.reach(page);
        },
      },
    ],
  },
  'orden-editar': {
    shows: (page) => field(page, 'Calle'),
    states: [
      ...pasted,
      {
        what: 'the question before it is saved',
        shows: question,
        async reach(page) {
          await field(page, 'Calle').fill('Costa Rica');
          await opens('Guardar', 'alertdialog')(page);
        },
      },
      {
        ...refused,
        async reach(page) {
          await field(page, 'Calle').fill('');
          await refused.reach(page);
        },
      },
    ],
    fails: { call: '**/api/v1/client/order/*', says: 'No se pudo obtener la información de la orden' },
  },
  calculadora: {
    shows: (page) => button(page, 'Calcular'),
    states: [
      {
        what: 'a chosen package preset',
        loads: true,
        shows: (page) => page.getByLabel('Paquete frecuente').and(page.locator(':has(option:checked:not([value=""]))')),
        stays: true,
        async reach(page) {
          await presets(page);
          await page.getByLabel('Paquete frecuente').selectOption({ index: 1 });
        },
      },
      {
        what: 'the form with its errors',
        shows: (page) => page.getByText(ERRORS).first(),
        reach: says('Calcular', ERRORS),
      },
      { what: 'a quotation', shows: quoted, stays: true, reach: quote },
      {
        what: 'a quotation of other data',
        only: 'desk',
        stays: true,
        async reach(page) {
          await quote(page);
          await field(page, 'Peso').fill('14000');
          await page.getByText('Cambiaste los datos.').waitFor();
        },
      },
    ],
  },
} satisfies Partial<Record<ScreenName, ScreenStates>>;
