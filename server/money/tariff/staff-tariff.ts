import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/list/offset-page.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findTariff } from '#server/money/rate/tariff.ts';
import { localDay } from '#shared/kit/days.ts';
import type { BodyOf, QueryOf } from '#shared/kit/http/endpoint.ts';
import type { Pagination } from '#shared/kit/http/pagination.ts';
import { toTariff } from '#shared/money/staff-tariff-terms.ts';
import type * as calls from '#shared/money/staff-tariffs.ts';
import { insertTariff, lockTariffs, TARIFFS, type TariffRow } from './staff-tariff.store.ts';
import { assertFutureDay, assertKnownVersions, toStaffTariff } from './tariff-wire.ts';

/** Lists general tariffs, latest validity first. Of two tariffs with the same day, the later created one applies. */
export async function listTariffs(
  deps: Deps,
  { page, limit }: QueryOf<typeof calls.listTariffs>,
): Promise<{ results: calls.StaffTariff[]; pagination: Pagination }> {
  return deps.db.withProvider(async (trx) => {
    const { results, pagination } = await readOffsetPage<TariffRow>(trx, TARIFFS, { page, limit });
    const current = await currentTariffId(deps, trx);
    return { results: results.map((row) => toStaffTariff(row, row.id === current)), pagination };
  });
}

/**
 * Publishes a tariff that is valid from a day on. Until that day the previous tariff applies; existing orders keep
 * their prices.
 *
 * @throws Failure 422 for a day in the past, because existing orders aren't priced again; 409 if somebody published another one
 *   since the caller read them
 */
export async function publishTariff(
  deps: Deps,
  { known_versions, ...form }: BodyOf<typeof calls.publishTariff>,
): Promise<calls.StaffTariff> {
  const now = deps.clock();
  assertFutureDay(form.valid_from, now);
  return deps.db.withProvider(async (trx) => {
    assertKnownVersions(known_versions, await lockTariffs(trx));
    const row = await insertTariff(trx, form.valid_from, toTariff(form), now);
    deps.events.record(trx, null, 'tariff.published', { id: row.id, validFrom: form.valid_from });
    return toStaffTariff(row, row.id === (await currentTariffId(deps, trx)));
  });
}

async function currentTariffId({ clock }: Pick<Deps, 'clock'>, trx: Trx): Promise<number | null> {
  return (await findTariff(trx, null, localDay(clock())))?.id ?? null;
}
