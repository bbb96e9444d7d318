import type { Page } from '@playwright/test';
import type { ScreenName } from '#test/e2e/screens.ts';

/** Something that is done on a screen, whose answer is waited for. */
interface Deed {
  what: string;
  act: (page: Page) => Promise<unknown>;
}

const press = (
  what: string,
  name: string | RegExp,
  role: 'button' | 'tab' | 'checkbox' | 'radio' = 'button',
): Deed => ({
  what,
  act: (page) => page.getByRole(role, { name }).first().click(),
});

const key = (what: string, ...keys: string[]): Deed => ({
  what,
  async act(page) {
    for (const pressed of keys) await page.keyboard.press(pressed);
  },
});

const type = (what: string, label: string, text: string): Deed => ({
  what,
  act: (page) => page.getByLabel(label, { exact: true }).first().pressSequentially(text),
});

const leave = key('closing it', 'Escape');
const menu = [press('a menu', /^Más acciones/), leave];
const printMode = [
  press('the print mode', 'Imprimir en lote'),
  press('picking a row', /^Elegir /, 'checkbox'),
  press('picking all', 'Elegir todas las filas de esta página', 'checkbox'),
];

/** On every screen inside. */
export const EVERYWHERE: readonly Deed[] = [
  press('the theme', /^Tema /),
  key('the palette', 'Control+k'),
  key('typing in it', 'a', 'n', 'a'),
  leave,
];

/** What is done most on each screen. */
export const DEEDS: Partial<Record<ScreenName, readonly Deed[]>> = {
  ingreso: [type('typing', 'Usuario', 'demo'), press('what is missing', 'Entrar'), press('registering', 'Registrate')],
  estadisticas: [
    press('days', 'Seleccionar Fechas'),
    press('two months', 'Últimos 2 meses'),
    key('a shortcut list', '?'),
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
    press('a product', 'Nuevo Producto +'),
    leave,
    press('what is missing', 'Guardar'),
  ],
  orden: [press('a card', /^Envío #/)],
  'orden-editar': [type('typing', 'Calle', ' 2'), press('the question', 'Guardar'), leave],
  envios: [type('typing a filter', 'Envío', 'a'), ...menu, ...printMode],
  envio: [press('a tab', 'Detalles', 'tab'), press('another', 'Vendedor', 'tab')],
  'carga-masiva': [press('the dialog', 'Subir Archivo'), leave],
  'logistica-inversa': menu,
  'logistica-inversa-nueva': [type('typing', 'Calle', 'Costa')],
  productos: [
    type('typing a filter', 'SKU', 'a'),
    press('a product', /^Editar/),
    leave,
    press('a file', 'Importar CSV'),
    leave,
  ],
  calculadora: [type('typing', 'Largo', '12'), press('what is missing', 'Calcular')],
  pagos: menu,
  stock: [press('the lots', /^Lotes de/), leave],
  fulfillment: [press('the calendar', 'Abrir el calendario'), leave],
  cuenta: [press('an address', 'Agregar dirección'), leave, press('what is missing', 'Cambiar contraseña')],
};
