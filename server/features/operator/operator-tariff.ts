import type { Trx } from '#server/db/connection.ts';
import { readOffsetPage } from '#server/db/offset-page.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { findTariff } from '#server/features/rate/tariff.ts';
import { localDay } from '#shared/days.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import type { Pagination } from '#shared/http/pagination.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/tariffs.ts';
import type { Tariff } from '#shared/rules/tariff.ts';
import { insertTariff, TARIFFS, type TariffRow } from './operator-tariff.store.ts';

/** Lists tariffs, latest validity first. Of two tariffs with the same day, the later created one applies. */
export async function listTariffs(
  deps: Deps,
  { page, limit }: QueryOf<typeof calls.listTariffs>,
): Promise<{ results: calls.OperatorTariff[]; pagination: Pagination }> {
  return deps.db.withOperator(async (trx) => {
    const { results, pagination } = await readOffsetPage<TariffRow>(trx, TARIFFS, { page, limit });
    const current = await currentTariffId(deps, trx);
    return { results: results.map((row) => toOperatorTariff(row, current)), pagination };
  });
}

/**
 * Publishes a tariff that is valid from a day on. Until that day the previous tariff applies; existing orders keep
 * their prices.
 *
 * @throws Failure 422 for a day in the past, because existing orders aren't priced again
 */
export async function publishTariff(deps: Deps, form: calls.TariffForm): Promise<calls.OperatorTariff> {
  const now = deps.clock();
  if (form.valid_from < localDay(now))
    throw new Failure(422, messages.fields, [{ field: 'valid_from', message: 'Elegí una fecha desde hoy' }]);
  return deps.db.withOperator(async (trx) => {
    const row = await insertTariff(trx, form.valid_from, toTariff(form), now);
    recordAudit(trx, { clientId: null, target: row.id, details: { valid_from: form.valid_from } });
    return toOperatorTariff(row, await currentTariffId(deps, trx));
  });
}

async function currentTariffId({ db, clock }: Deps, trx: Trx): Promise<number | null> {
  return (await findTariff(db, trx, localDay(clock())))?.id ?? null;
}

function toTariff({ zones, insurance, tax_percent }: calls.TariffForm): Tariff {
  return {
    zones: zones.map(({ name, provinces, brackets, extra_kg_price, min_days, max_days }) => ({
      name,
      provinces,
      brackets: brackets.map(({ up_to_weight, price }) => ({ upToGrams: up_to_weight, cents: price })),
      extraKgCents: extra_kg_price,
      minDays: min_days,
      maxDays: max_days,
    })),
    insurance: { perMille: insurance.per_mille, minimumCents: insurance.minimum },
    taxPercent: tax_percent,
  };
}

/** Returns a tariff on the wire. Inverse of `toTariff`: a tariff that was read can be sent again. */
function toOperatorTariff({ terms, ...row }: TariffRow, current: number | null): calls.OperatorTariff {
  return {
    ...row,
    in_force: row.id === current,
    zones: terms.zones.map(({ name, provinces, brackets, extraKgCents, minDays, maxDays }) => ({
      name,
      provinces: [...provinces],
      brackets: brackets.map(({ upToGrams, cents }) => ({ up_to_weight: upToGrams, price: cents / 100 })),
      extra_kg_price: extraKgCents / 100,
      min_days: minDays,
      max_days: maxDays,
    })),
    insurance: { per_mille: terms.insurance.perMille, minimum: terms.insurance.minimumCents / 100 },
    tax_percent: terms.taxPercent,
  };
}
