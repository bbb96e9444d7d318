import { expect, test } from 'vitest';
import type { OperatorTariff } from '#shared/ops/tariffs.ts';
import { compareTariffs } from './compare-tariffs.ts';

const tariff = (provinces: string[]): OperatorTariff => ({
  ...{ id: 1, valid_from: '2026-11-25', created_at: '2026-11-25T10:00:00-03:00', in_force: true },
  zones: [
    {
      ...{ name: 'Centro', provinces, brackets: [{ up_to_weight: 1000, price: 100 }] },
      ...{ extra_kg_price: 10, min_days: 1, max_days: 3 },
    },
  ],
  ...{ insurance: { per_mille: 0, minimum: 0 }, tax_percent: 21, measured_tolerance_percent: null },
});

test('a zone with the same provinces in another order is no difference', () => {
  const lines = compareTariffs(tariff(['S', 'E', 'X', 'L']), tariff(['X', 'E', 'L', 'S']));
  const provinces = lines.find(({ name }) => name === 'Provincias');
  expect(provinces).toMatchObject({ before: 'Córdoba, Entre Ríos, La Pampa, Santa Fe', after: provinces?.before });
});
