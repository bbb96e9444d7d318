import { expect, test } from 'vitest';
import type { BulkCells } from '#shared/bulk/layout/columns.ts';
import type { ProvinceLetter } from '#shared/orders/rules/place/provinces.ts';
import { bulkCells } from '#test/texts/bulk-file-factory.ts';
import { checkOrder } from './check-order.ts';

const ZIPS = new Map<string, ProvinceLetter[]>([
  ['2000', ['S']],
  ['1900', ['B']],
  ['1425', ['C']],
  ['3000', ['S', 'E']],
]);
const rules = {
  reverseLogistics: false,
  fulfillment: false,
  zips: ZIPS,
};

const checked = (changes: Partial<BulkCells>) =>
  checkOrder([{ row: 2, cells: bulkCells(1, changes), problems: [] }], rules);

test.each([
  ['Santa Fe (capital)', '2000', 'Santa Fe'],
  ['Santa Fe (Rafaela)', '2000', 'Santa Fe'],
  ['Santa Fe, Argentina', '2000', 'Santa Fe'],
  ['Santa Fe (SFE)', '2000', 'Santa Fe'],
  ['Santa Fe - Rosario', '2000', 'Santa Fe'],
  ['Buenos Aires (Cap)', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['CABA - Palermo', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Buenos Aires (La Plata)', '1900', 'Buenos Aires'],
  ['Buenos Aires (Provincia)', '1900', 'Buenos Aires'],
  ['Buenos Aires (Ciudad)', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Buenos Aires (Capital)', '1425', 'Ciudad Autónoma de Buenos Aires'],
  // The province or the city.
  ['BA', '1900', 'Buenos Aires'],
  ['B.A.', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['', '2000', 'Santa Fe'],
  // The capital of whichever province, or the city of Buenos Aires.
  ['Capital', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Cap.', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Ciudad', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['capital', '2000', 'Santa Fe'],
])('%s with the postal code %s is %s, for a person to check', (provincia, cp, name) => {
  const { order, problems, doubts } = checked({ provincia, cp });
  expect(problems).toEqual([]);
  expect(order?.receiver.address.state).toBe(name);
  expect(doubts).toEqual([
    { row: 2, column: 'provincia', value: provincia, reason: `Por el código postal ${cp} es ${name}. Revisalo` },
  ]);
});

test.each([
  ['Narnia', '2000', 'provincia'],
  // Words that many towns and streets have.
  ['Santa Rosa', '2000', 'provincia'],
  ['San Nicolás', '2000', 'provincia'],
  ['Cdad. de Buenos Aires', '1900', 'provincia'],
  ['Ciudad de La Plata', '1425', 'provincia'],
  ['BA', '2000', 'provincia'],
  ['Capital', '1900', 'provincia'],
  ['Capital', '2001', 'provincia'],
  ['Capital', '3000', 'provincia'],
  ['', '2001', 'provincia'],
  // Listed for two provinces.
  ['', '3000', 'provincia'],
  ['Santa Fe (Uruguay)', '2000', 'provincia'],
  ['Santa Fe (ES)', '2000', 'provincia'],
  ['Santa Fe (país: Estados Unidos)', '2000', 'provincia'],
  ['Santa Fe (USA)', '2000', 'provincia'],
  ['Santa Fe (U.S.A.)', '2000', 'provincia'],
  ['Santa Fe (Italia)', '2000', 'provincia'],
  ['Santa Fe (New Mexico), Estados Unidos', '2000', 'provincia'],
  ['Santa Fe, España', '2000', 'provincia'],
  ['Santa Fe (MEX', '2000', 'provincia'],
  ['Narnia (AR)', '2000', 'provincia'],
  ['Narnia (Santa Fe)', '1425', 'provincia'],
  ['Sta. Fe', '1425', 'provincia'],
  // Not listed: nothing confirms what the cell may mean.
  ['Santa Fe (capital)', '2001', 'provincia'],
  ['Córdoba', '2000', 'provincia'],
])('%s with the postal code %s stays an error', (provincia, cp, column) => {
  const { order, problems } = checked({ provincia, cp });
  expect(order).toBeNull();
  expect(problems).toMatchObject([{ column }]);
});

test.each([
  ['Santa Fe (AR)', '2000', 'Santa Fe'],
  ['Buenos Aires (AR)', '1900', 'Buenos Aires'],
  ['Capital Federal (AR)', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Sta. Fe (ARG)', '2000', 'Santa Fe'],
  ['Córdoba (Argentina)', '5000', 'Córdoba'],
  ['Cba', '5000', 'Córdoba'],
  ['Cba.', '5000', 'Córdoba'],
  ['Prov. de Cba.', '5000', 'Córdoba'],
  ['Mza', '5500', 'Mendoza'],
  ['MZA.', '5500', 'Mendoza'],
  ['Sta Fe', '2000', 'Santa Fe'],
  ['Sta. Fe', '2001', 'Santa Fe'],
  ['Prov. Sta.Fe', '2000', 'Santa Fe'],
  ['E. Ríos', '3100', 'Entre Ríos'],
  ['T. del Fuego', '9410', 'Tierra del Fuego'],
  ['Tuc.', '4000', 'Tucumán'],
  ['Cdad. de Bs. As.', '1425', 'Ciudad Autónoma de Buenos Aires'],
  ['Bs As', '1900', 'Bs As'],
  ['Bs. As.', '1900', 'Bs. As.'],
  ['Pcia. de Bs. As.', '1900', 'Pcia. de Bs. As.'],
])('%s with the postal code %s is certain', (provincia, cp, name) => {
  const { order, doubts } = checked({ provincia, cp });
  expect([order?.receiver.address.state, doubts]).toEqual([name, []]);
});

test('a certain province has no doubt', () => {
  expect(checked({ provincia: 'Santa Fe', cp: '2000' })).toMatchObject({ problems: [], doubts: [] });
  expect(checked({ provincia: 'zona norte', cp: 'C1425ABC' })).toMatchObject({ problems: [], doubts: [] });
});

test('measures that are probably in another unit are sent with a doubt, unless the products decide the weight', () => {
  const measures = { largo_cm: '20', ancho_cm: '15', alto_cm: '10', peso_g: '700000' };
  const { order, doubts } = checked({ provincia: 'Santa Fe', cp: '2000', ...measures });
  expect(order).not.toBeNull();
  expect(doubts).toMatchObject([
    {
      row: 2,
      column: 'peso_g',
      reason: 'El envío 1 pesa 700 kg en 20 × 15 × 10 cm, más que si fuera de plomo.',
    },
  ]);
  const items = { ...measures, peso_g: '', valor: '', sku: 'TZ-1', cantidad: '1' };
  expect(checked({ provincia: 'Santa Fe', cp: '2000', ...items }).doubts).toEqual([]);
});

test('decimals of zero in a number, a floor and an apartment are a program’s', () => {
  const { order } = checked({ provincia: 'Santa Fe', cp: '2000', altura: '1127.0', piso: '3,0', dpto: '2.00' });
  expect(order?.receiver.address).toMatchObject({ street_number: '1127', floor: '3', apartment: '2' });
});

test('a name that labels can’t print is sent with a doubt', () => {
  const { order, doubts } = checked({ provincia: 'Santa Fe', cp: '2000', nombre: '王小明', apellido: 'Paz' });
  expect(order?.receiver.first_name).toBe('王小明');
  expect(doubts).toEqual([
    {
      row: 2,
      column: 'nombre',
      value: '王小明',
      reason: 'La etiqueta no puede imprimir todas las letras del nombre: saldrían signos de pregunta.',
    },
  ]);
});

test('numbers in more than one reading are sent with a doubt, and weights in kilos are refused', () => {
  expect(checked({ provincia: 'Santa Fe', cp: '2000', valor: '12,500', peso_g: '1.500' })).toMatchObject({
    order: { shipments: [{ items_value: 12_500, weight: 1500 }] },
    doubts: [],
  });
  expect(checked({ provincia: 'Santa Fe', cp: '2000', largo_cm: '0,500' }).doubts).toMatchObject([
    { column: 'largo_cm', value: '0,500' },
  ]);
  expect(checked({ provincia: 'Santa Fe', cp: '2000', peso_g: '1,5' }).problems).toMatchObject([
    { column: 'peso_g', reason: 'Parece estar en kilos. Poné los gramos, sin decimales' },
  ]);
});
