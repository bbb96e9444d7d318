import * as z from 'zod/mini';
import { demoStaffCaller } from '#server/demo/demo-staff.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { listClientTariffs, publishClientTariff } from '#server/money/tariff/client-tariff.ts';
import { listTariffs, publishTariff } from '#server/money/tariff/staff-tariff.ts';
import { addDays, type Day, localDay, startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { type StaffTariff, tariffForm } from '#shared/money/staff-tariffs.ts';
import { depsAt } from './seed-dates.ts';

/** Username of the account with a tariff of its own: its goods are heavy. */
export const OWN_TARIFF_USERNAME = 'zebra';

const ALL = { page: 1, limit: 100, order: undefined, filter: {} };

/** Share of the general prices that the own tariff charges, and of its price of an additional kilogram. */
const OWN = { brackets: 0.9, extraKg: 0.7 };

/** Prices of the next general tariff: 6 % more. */
const NEXT = { brackets: 1.06, extraKg: 1.06 };

/** Days before the next general tariff applies, at least. */
const NOTICE_DAYS = 10;

/** Gives a client a tariff of its own from the clock's day on, before its first order. Idempotent. */
export async function seedOwnTariff(deps: Deps, clientId: number): Promise<void> {
  if ((await listClientTariffs(deps, clientId, ALL)).pagination.total > 0) return;
  const general = await generalTariff(deps);
  await publishClientTariff(deps, await demoStaffCaller(deps, 'finance'), clientId, {
    ...repriced(general, OWN, localDay(deps.clock())),
    measured_tolerance_percent: 10,
  });
}

/** Publishes the general tariff of the first month that begins in more than ten days. Idempotent. */
export async function seedNextTariff(deps: Deps, today: Day): Promise<void> {
  const yesterday = depsAt(deps, startOfDay(today) - 6 * HOUR_MS);
  if ((await listTariffs(yesterday, ALL)).pagination.total > 1) return;
  let from = addDays(today, NOTICE_DAYS);
  while (!from.endsWith('-01')) from = addDays(from, 1);
  await publishTariff(yesterday, repriced(await generalTariff(yesterday), NEXT, from));
}

async function generalTariff(deps: Deps): Promise<StaffTariff> {
  const found = (await listTariffs(deps, ALL)).results.find(({ in_force }) => in_force);
  if (!found) throw new Error('the demonstration has no general tariff');
  return found;
}

const toTens = (pesos: number) => Math.round(pesos / 10) * 10;

/** Returns a tariff with other prices, rounded to ten pesos, that is valid from a day on. */
function repriced({ zones, ...tariff }: StaffTariff, by: typeof OWN, valid_from: Day) {
  return z.parse(tariffForm, {
    ...tariff,
    valid_from,
    zones: zones.map(({ brackets, extra_kg_price, ...zone }) => ({
      ...zone,
      brackets: brackets.map(({ up_to_weight, price }) => ({ up_to_weight, price: toTens(price * by.brackets) })),
      extra_kg_price: toTens(extra_kg_price * by.extraKg),
    })),
  });
}
