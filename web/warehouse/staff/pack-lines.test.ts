import { expect, test } from 'vitest';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { missingUnits, type PackedUnits, packedTotals, packLines, scanUnit } from './pack-lines.ts';

const LABEL = labelOf(
  generateTrackingId((size) => new Uint8Array(size).fill(20)),
  1,
);

type Item = [sku: string, requested: number, prepared?: number, barcode?: string];

const shipment = (n: number, items: Item[], state = 'Registrado') => ({
  shipment_id: `7K3MQ9XW2R0-${n}`,
  state,
  items: items.map(([sku, requested, prepared = 0, barcode = '']) => ({
    sku,
    barcode,
    description: sku,
    requested,
    prepared,
  })),
  lots: [],
});

const order = (...shipments: ReturnType<typeof shipment>[]) => ({ shipments });

/** Scans codes in a row. @returns what was packed and the sentences */
function scanAll(of: ReturnType<typeof order>, codes: string[]): { packed: PackedUnits; texts: string[] } {
  const texts: string[] = [];
  let packed: PackedUnits = {};
  for (const code of codes) {
    const outcome = scanUnit(of, packed, code);
    packed = outcome.packed ?? packed;
    texts.push(outcome.text);
  }
  return { packed, texts };
}

test('each scan of a SKU adds a unit, and a unit more than requested is refused', () => {
  const of = order(shipment(1, [['MATE-1', 2]]));
  const { packed, texts } = scanAll(of, ['MATE-1', ' mate-1 ', 'MATE-1']);
  expect(texts).toEqual([
    'MATE-1: 1 de 2',
    'MATE-1: 2 de 2',
    'Las 2 unidades de MATE-1 ya están preparadas. Sacá la que sobra del paquete.',
  ]);
  expect(packed).toEqual({ 'mate-1': 2 });
});

test('a code of another product, a label and a code without end are refused with what to do', () => {
  const of = order(shipment(1, [['MATE-1', 1, 1]]));
  expect(scanAll(of, ['YERBA', LABEL, 'MATE-1', 'x'.repeat(200)])).toEqual({
    packed: {},
    texts: [
      '«YERBA» no es de este pedido. Dejalo aparte y escaneá otro producto.',
      'Leíste la etiqueta de un envío. Escaneá el código del producto.',
      'La unidad de MATE-1 ya está preparada. Sacá la que sobra del paquete.',
      `«${'x'.repeat(99)}…» no es de este pedido. Dejalo aparte y escaneá otro producto.`,
    ],
  });
});

test('a scanner with a US keyboard on a Spanish computer reads the same SKU', () => {
  const of = order(
    shipment(1, [
      ['MATE-1', 2],
      ["D'ANO", 1],
    ]),
  );
  expect(scanAll(of, ["MATE'1", "d'ano"]).packed).toEqual({ 'mate-1': 1, "d'ano": 1 });
});

test('units fill the shipments in their order, after those that are saved, and name the shipment', () => {
  const of = order(
    shipment(1, [
      ['A', 2, 1],
      ['B', 1],
    ]),
    shipment(2, [['A', 1]]),
    shipment(3, [['A', 5]], 'Cancelado'),
  );
  const { packed, texts } = scanAll(of, ['A', 'A', 'A']);
  expect(texts.slice(0, 2)).toEqual(['A: 2 de 2, paquete 7K3MQ9XW2R0-1', 'A: 1 de 1, paquete 7K3MQ9XW2R0-2']);
  const lines = packLines(of, packed);
  expect(lines.map(({ packed: units }) => units)).toEqual([2, 0, 1]);
  expect(missingUnits(lines)).toEqual([{ sku: 'B', units: 1 }]);
  expect(packedTotals(lines)).toEqual([
    { sku: 'A', quantity: 3 },
    { sku: 'B', quantity: 0 },
  ]);
});

test('a bar code adds a unit of its product, and a SKU that looks like it is packed before it', () => {
  const of = order(
    shipment(1, [
      ['MATE-1', 2, 0, '0036000291452'],
      ['7790001001238', 1],
      ['B', 1, 0, '7790001001238'],
    ]),
  );
  const { packed, texts } = scanAll(of, ['036000291452', ' 0036000291452', '7790001001238', '7790895000997']);
  expect(texts).toEqual([
    'MATE-1: 1 de 2',
    'MATE-1: 2 de 2',
    '7790001001238: 1 de 1',
    '«7790895000997» no es de este pedido. Dejalo aparte y escaneá otro producto.',
  ]);
  expect(packed).toEqual({ 'mate-1': 2, '7790001001238': 1 });
});
