import type { Page } from '@playwright/test';
import type { ScreenName } from '#test/e2e/screens.ts';

/** A user action on a screen, with the condition that ends its measurement. */
interface Action {
  what: string;
  act: (page: Page) => Promise<unknown>;
}

const press = (
  what: string,
  name: string | RegExp,
  role: 'button' | 'tab' | 'checkbox' | 'radio' = 'button',
): Action => ({
  what,
  act: (page) => page.getByRole(role, { name }).first().click(),
});

const key = (what: string, ...keys: string[]): Action => ({
  what,
  async act(page) {
    for (const pressed of keys) await page.keyboard.press(pressed);
  },
});

const type = (what: string, label: string, text: string): Action => ({
  what,
  act: (page) => page.getByLabel(label, { exact: true }).first().pressSequentially(text),
});

/** Opens parts that load lazily, and waits until they are loaded. */
const open = (what: string, name: string | RegExp, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog'): Action => ({
  what,
  async act(page) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole(role).waitFor();
  },
});

const leave: Action = {
  what: 'closing it',
  async act(page) {
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog], [role=alertdialog], [role=menu]').waitFor({ state: 'detached' });
  },
};

const menu = [open('a menu', /^Más acciones/, 'menu'), leave];
const printMode = [
  press('the print mode', 'Imprimir en lote'),
  press('picking a row', /^Elegir /, 'checkbox'),
  press('picking all', 'Elegir todas las filas de esta página', 'checkbox'),
];

/** Actions on every screen with a session. */
export const ACTIONS_ON_EVERY_SCREEN: readonly Action[] = [
  press('the theme', /^Tema /),
  {
    what: 'the palette',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  key('typing in it', 'a', 'n', 'a'),
  leave,
];

/** The most frequent actions of each screen. */
export const ACTIONS: Partial<Record<ScreenName, readonly Action[]>> = {
  ingreso: [type('typing', 'Usuario', 'demo'), press('what is missing', 'Entrar'), open('registering', 'Registrate')],
  estadisticas: [
    press('days', 'Seleccionar Fechas'),
    press('two months', 'Últimos 2 meses'),
    key('the list of keys', '?'),
    leave,
  ],
  ordenes: [
    type('typing a filter', 'Nro. de Orden Interno', 'ana'),
    ...menu,
    ...printMode,
    key('leaving it', 'Escape'),
    press('the next page', 'Página siguiente'),
  ],
  'orden-nueva': [
    type('typing', 'Calle', 'Costa'),
    press('an item', 'Agregar Ítem'),
    key('looking a product up', 'a'),
    key('closing the list', 'Escape'),
    press('a shipment', 'Agregar Envío'),
    open('a product', 'Nuevo Producto +'),
    leave,
    press('what is missing', 'Guardar'),
  ],
  orden: [press('a card', /^Envío #/)],
  'orden-editar': [type('typing', 'Calle', ' 2'), open('the question', 'Guardar', 'alertdialog'), leave],
  envios: [type('typing a filter', 'Envío', 'a'), ...menu, ...printMode],
  envio: [press('a tab', 'Detalles', 'tab'), press('another', 'Vendedor', 'tab')],
  'carga-masiva': [open('the dialog', 'Subir Archivo'), leave],
  'logistica-inversa': menu,
  'logistica-inversa-nueva': [type('typing', 'Calle', 'Costa')],
  productos: [
    type('typing a filter', 'SKU', 'a'),
    open('a product', /^Editar/),
    leave,
    open('a file', 'Importar CSV'),
    leave,
  ],
  calculadora: [type('typing', 'Largo', '12'), press('what is missing', 'Calcular')],
  pagos: menu,
  stock: [open('the lots', /^Lotes de/), leave],
  fulfillment: [open('the calendar', 'Abrir el calendario'), leave],
  cuenta: [open('an address', 'Agregar dirección'), leave, press('what is missing', 'Cambiar contraseña')],
};
