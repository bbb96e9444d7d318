import type { ClientTariff, StaffTariff } from '#shared/money/staff-tariffs.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';

/** A general tariff of the console's tests: one zone, two brackets. */
export const GENERAL_TARIFF: StaffTariff = {
  id: 3,
  valid_from: '2026-10-01',
  created_at: '2026-09-20T10:00:00-03:00',
  in_force: true,
  zones: [
    {
      name: 'Todo el país',
      provinces: provinces.map(({ letter }) => letter),
      extra_kg_price: 500,
      brackets: [
        { up_to_weight: 1000, price: 4000 },
        { up_to_weight: 25_000, price: 9000 },
      ],
      min_days: 1,
      max_days: 5,
    },
  ],
  insurance: { per_mille: 10, minimum: 600 },
  tax_percent: 21,
  measured_tolerance_percent: 10,
};

/** A tariff of a client's own, at half the price. */
export const CLIENT_TARIFF: ClientTariff = {
  id: 11,
  valid_from: '2026-11-01',
  created_at: GENERAL_TARIFF.created_at,
  created_by: 'Ana',
  in_force: true,
  tariff: {
    ...GENERAL_TARIFF,
    id: 9,
    valid_from: '2026-11-01',
    zones: GENERAL_TARIFF.zones.map((zone) => ({
      ...zone,
      brackets: zone.brackets.map((one) => ({ ...one, price: one.price / 2 })),
    })),
  },
};

/** Builds the one page of a list. */
export const tariffPage = <Row>(results: Row[]) => ({
  results,
  pagination: { page: 1, pages: 1, total: results.length, limit: 50 },
});
