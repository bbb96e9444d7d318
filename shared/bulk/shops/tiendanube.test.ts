import { expect, test } from 'vitest';
import { csvText } from '#test/texts/shop-exports.ts';
import { readOrdersOfShop, VALUES } from '#test/texts/shop-orders.ts';
import { tiendanubeRow } from '#test/texts/tiendanube-export.ts';

const ANA = {
  'Número de orden': '101',
  Email: 'ana@example.com',
  'Nombre para el envío': 'Ana Paz',
  'Teléfono para el envío': '1158732046',
  'DNI / CUIT': '30111222',
  Dirección: 'Mitre',
  Número: '120',
  Localidad: 'Palermo',
  Ciudad: 'Capital Federal',
  'Código postal': '1425',
  País: 'Argentina',
  'Provincia o estado': 'Capital Federal',
  'Estado de la orden': 'Abierta',
  'Nombre del producto': 'Taza',
  'Precio del producto': '1500.00',
  'Cantidad del producto': '2',
  SKU: 'TZ-1',
};

const readRows = (sales: readonly Record<string, string>[]) =>
  readOrdersOfShop(Buffer.from(csvText([tiendanubeRow(null), ...sales.map(tiendanubeRow)], ';')));

test('an order that was sent in part is doubtful, because the shop doesn’t say what is left', async () => {
  const read = async (column: string, state: string) => {
    const { orders, format, sheet } = await readRows([{ ...ANA, [column]: state }]);
    return [
      orders.map((order) => format.leftOut(order)),
      sheet(VALUES)
        .doubtsOf(2)
        .map(({ reason }) => reason),
    ];
  };
  expect(await read('Estado del envío', 'No está empaquetado')).toEqual([[null], []]);
  const parts = [
    'Parcialmente enviado',
    'Envío parcial',
    'En parte enviado',
    'Enviado parcialmente',
    'Entregado parcialmente',
    'Enviado en parte',
    'Enviado (1 de 2)',
    'Despachado 2 de 3',
    'ENVIADO PARCIAL',
  ].map((state) => ['Estado del envío', state] as const);
  const others = [
    ['Estado del pago', 'Reembolsado parcialmente'],
    ['Estado del pago', 'Parcialmente reembolsado'],
    ['Estado de la orden', 'Cancelada parcialmente'],
  ] as const;
  for (const [column, state] of [...parts, ...others]) {
    const reason = `La tienda dice «${state}». Revisá qué falta enviar`;
    expect(await read(column, state), state).toEqual([[null], [reason]]);
  }
  for (const state of ['Enviado (2 de 2)', 'Enviado', 'Entregado'])
    expect((await read('Estado del envío', state))[0], state).toEqual([]);
});

test.each(['Pendiente', 'Contracargo', 'En proceso', 'Parcialmente pagado', 'Pagado parcialmente', 'Pagado en parte'])(
  'an order whose payment is «%s» is one without a confirmed payment',
  async (state) => {
    const { orders, format } = await readRows([{ ...ANA, 'Estado del pago': state }]);
    expect(orders.map((order) => format.leftOut(order))).toEqual(['unpaid']);
    const { orders: paid } = await readRows([{ ...ANA, 'Estado del pago': 'Recibido' }]);
    expect(paid.map((order) => format.leftOut(order))).toEqual([null]);
  },
);

test.each([
  ...['República Argentina', 'Rep. Argentina', 'Arg.', 'ARG', 'AR', 'argentina'].map((word) => ['País', word] as const),
  ...['AR$', 'ARS', '$', 'ARS $', 'Pesos', 'Pesos argentinos'].map((word) => ['Moneda', word] as const),
])('an order with the %s «%s» is sent within Argentina, in pesos', async (column, word) => {
  const sheet = (await readRows([{ ...ANA, [column]: word }])).sheet(VALUES);
  expect(sheet.problemsOf(2)).toEqual([]);
});

test.each([
  ['País', 'Uruguay'],
  ['País', 'República Oriental del Uruguay'],
  ['Moneda', 'USD'],
  ['Moneda', 'U$S'],
])('an order with the %s «%s» is refused', async (column, word) => {
  const sheet = (await readRows([{ ...ANA, [column]: word }])).sheet(VALUES);
  expect(sheet.problemsOf(2)).not.toEqual([]);
});
