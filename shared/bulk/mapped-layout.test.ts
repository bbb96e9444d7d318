import { expect, test } from 'vitest';
import { readBulkFile } from '#test/read-bulk-file.ts';
import { REQUIRED_COLUMNS } from './columns.ts';
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
