import { describe, expect, test } from 'vitest';
import { judgeMapped } from '#test/texts/judge-cells.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import { REQUIRED_COLUMNS } from './columns.ts';
import { mappedLayout } from './mapped-layout.ts';
import type { BulkMapping } from './mapping.ts';

/** Reads one row of a file with an address, and columns of its own for the floor and the neighbourhood. */
async function readAddress(direccion: string, { piso = '', barrio = '' } = {}) {
  const headers = ['Pedido', 'Domicilio', 'Piso', 'Zona'];
  const fixed = Object.fromEntries(REQUIRED_COLUMNS.map((column) => [column, { header: '', value: 'S/D' }]));
  const own = (header: string) => ({ header, value: '' });
  const { calle: _street, altura: _number, ...others } = fixed as BulkMapping['columns'];
  const columns = {
    ...others,
    nro_orden: own('Pedido'),
    direccion: own('Domicilio'),
    piso: own('Piso'),
    barrio: own('Zona'),
  };
  const mapping: BulkMapping = { headers, columns, peso_en: 'g' };
  const { rows } = await readBulkFile(`${headers.join(';')}\nA-1;${direccion};${piso};${barrio}\n`, {
    mappings: [mapping],
  });
  return { cells: rows[0]?.cells, doubts: rows[0]?.doubts?.map(({ column }) => column) ?? [] };
}

test('a part of an address that a column contradicts stays in the observations, for a person to check', async () => {
  const { cells, doubts } = await readAddress('Mitre 100 Piso 4 B', { piso: '3' });
  expect(cells).toMatchObject({ calle: 'Mitre', altura: '100', piso: '3', dpto: 'B', observaciones: '4' });
  expect(doubts).toContain('piso');
});

test('«sin datos» in a column gives way to what the address says', async () => {
  const { cells } = await readAddress('Manzana B Lote 3 Barrio Los Aromos', { barrio: 'S/D' });
  expect(cells?.barrio).toBe('Los Aromos');
});

test('a repaired name is quoted as the whole cell says it', async () => {
  const { order, doubtful } = await judgeMapped({}, { split: { nombre_completo: 'José MuÃ±oz' } });
  expect(order?.receiver).toMatchObject({ first_name: 'José', last_name: 'Muñoz' });
  expect(doubtful.apellido).toBe(
    'Leímos «José Muñoz» donde dice «José MuÃ±oz»: el archivo se guardó mal en UTF-8. Revisalo',
  );
});

test.each(['2026-12-10', '10-dic', '10/12/2026 0:00', '12:30', '#N/D', '=A1&B1'])(
  'an address that a spreadsheet made %s is refused as that, and not divided',
  async (direccion) => {
    const { order, refused } = await judgeMapped({}, { split: { direccion } });
    expect([order, refused.calle]).toEqual([null, expect.stringMatching(/planilla/)]);
  },
);

describe('the value of a row is its price of one unit, times its units', () => {
  const value = async (precio_unitario: string, cantidad: string) => {
    const { order, refused, doubtful } = await judgeMapped({ cantidad, sku: 'X' }, { split: { precio_unitario } });
    return order
      ? `${order.shipments[0]?.items_value}${doubtful.valor ? ` ? ${doubtful.valor}` : ''}`
      : `! ${refused.valor}`;
  };

  test.each([
    ['1.500', '2', '3000'],
    ['1500,50', '2', '3001'],
    ['$ 1.500', '', '1500'],
    ['1500', '2,00', '3000'],
  ])('%s × %s is certain', async (price, quantity, judgement) => {
    expect(await value(price, quantity)).toBe(judgement);
  });

  test.each([
    ['1500', '1,000', '1500000'],
    ['1500', '2.000', '3000000'],
    ['0,500', '2', '1'],
  ])('%s × %s may be another value, and says so', async (price, quantity, stored) => {
    expect(await value(price, quantity)).toMatch(new RegExp(`^${stored} \\? .*Lo leímos como`));
  });

  test.each(['dos', '1,5', '-2', '10-dic', '2 o 3'])('without whole units there is none: %s', async (quantity) => {
    expect(await value('1500', quantity)).toContain(`La cantidad «${quantity}» no es un número entero`);
  });
});

describe('a weight of a file in kilos that may be a date is quoted as the file says it', () => {
  const weight = async (peso_g: string) => {
    const { order, doubtful } = await judgeMapped({ peso_g }, { peso_en: 'kg' });
    return [order?.shipments[0]?.weight, doubtful.peso_g];
  };

  test('in kilos, with the separator of the file', async () => {
    expect(await weight('45,123')).toEqual([
      45_123,
      '«45,123 kg» puede ser una fecha (16/07/2023) que la planilla guardó como número. Revisalo',
    ]);
  });

  test.each([
    ['36,5262', 36_527],
    ['45.12', 45_120],
    ['45,120', 45_120],
    ['40,3', 40_300],
  ])('but %s is none', async (typed, grams) => {
    expect(await weight(typed)).toEqual([grams, undefined]);
  });

  test('and a weight in grams with three decimals has the doubt of any column', async () => {
    expect(await weight('1500,250 g')).toEqual([
      1501,
      'Lo leímos como 1501. Si es otro número, escribilo sin puntos ni comas',
    ]);
  });
});

test('a column of the file that fills a second one of the template is named with it', () => {
  const own = { header: 'Localidad', value: '' };
  const mapping: BulkMapping = {
    headers: ['Localidad'],
    columns: { localidad: own, barrio: own, modo_entrega: { header: '', value: '1' } },
    peso_en: 'g',
  };
  const { headerOf } = mappedLayout(['Localidad'], mapping);
  expect((['localidad', 'barrio', 'modo_entrega'] as const).map(headerOf)).toEqual([
    'Localidad',
    'Localidad (barrio)',
    'modo_entrega',
  ]);
});
