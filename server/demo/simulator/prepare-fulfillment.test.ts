import { expect, test } from 'vitest';
import { seededRandom } from '#server/demo/seed/seeded-random.ts';
import { choosePreparation } from './simulation.ts';

const item = (sku: string, requested: number) => ({ sku, barcode: '', requested, description: sku, prepared: 0 });
const shipment = (...items: ReturnType<typeof item>[]) => ({
  shipment_id: 'X-1',
  state: 'Registrado',
  items,
  lots: [],
});

const prepared = (...shipments: ReturnType<typeof shipment>[]) =>
  Array.from({ length: 400 }, (_, index) => choosePreparation({ shipments }, seededRandom(`order ${index}`)));

test('most orders are prepared completely, and some without one unit', () => {
  const all = prepared(shipment(item('A', 2), item('B', 1)), shipment(item('A', 3)));
  const short = all.filter(({ items }) => items);
  expect(short.length).toBeGreaterThan(25);
  expect(short.length).toBeLessThan(75);
  for (const one of short) {
    expect(one).toEqual({
      items: [
        { sku: 'A', quantity: 4 },
        { sku: 'B', quantity: 1 },
      ],
      close: true,
    });
  }
});

test('an order of one unit is always prepared completely', () => {
  expect(prepared(shipment(item('A', 1))).filter(({ items }) => items)).toEqual([]);
});
