import { expect, test } from 'vitest';
import type { StaffTariff } from '#shared/money/staff-tariffs.ts';
import { compareTariffs } from './compare-tariffs.ts';

/** Returns a tariff with zones of one name and one bracket, by their provinces and price. */
const tariff = (...zones: [provinces: string[], price: number][]): StaffTariff => ({
  id: 1,
  valid_from: '2026-11-25',
  created_at: '2026-11-25T10:00:00-03:00',
  in_force: true,
  zones: zones.map(([provinces, price]) => ({
    name: 'Centro',
    provinces,
    brackets: [{ up_to_weight: 1000, price }],
    extra_kg_price: 10,
    min_days: 1,
    max_days: 3,
  })),
  insurance: { per_mille: 0, minimum: 0 },
  tax_percent: 21,
  measured_tolerance_percent: null,
});

test('a zone with the same provinces in another order is no difference', () => {
  const lines = compareTariffs(tariff([['S', 'E', 'X', 'L'], 100]), tariff([['X', 'E', 'L', 'S'], 100]));
  const provinces = lines.find(({ name }) => name === 'Provincias');
  expect(provinces).toMatchObject({ before: 'Córdoba, Entre Ríos, La Pampa, Santa Fe', after: provinces?.before });
});

test('a price that rises in the second of two zones of one name is a difference of that zone', () => {
  const [before, after] = [100, 150].map((price) => tariff([['S'], 100], [['X'], price])) as [StaffTariff, StaffTariff];
  const differences = compareTariffs(before, after).filter((line) => line.before !== line.after);
  expect(differences).toMatchObject([{ zone: 'Centro (2)', name: 'Hasta 1.000 g', change: '+50,00 %' }]);
});
