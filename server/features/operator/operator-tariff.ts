import type { Trx } from '#server/db/connection.ts';
import { readPage } from '#server/db/short-page.ts';
import type { Deps } from '#server/domain/deps.ts';
import { findTariff } from '#server/features/rate/tariff.ts';
import { localDay } from '#shared/days.ts';
import type { QueryOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import type { Pagination } from '#shared/http/page.ts';
import { messages } from '#shared/messages.ts';
import type { listTariffs, OperatorTariff, TariffForm } from '#shared/ops/tariffs.ts';
import type { Tariff } from '#shared/rules/tariff.ts';
import { insertTariff, TARIFFS, type TariffRow } from './operator-tariff.store.ts';

/** A page of the tariffs, the last valid first; of two with one day the later counts. */
export async function listTariffsOf(
  deps: Deps,
  { page, limit }: QueryOf<typeof listTariffs>,
): Promise<{ results: OperatorTariff[]; pagination: Pagination }> {
  return deps.db.withProvider(async (trx) => {
    const { results, pagination } = await readPage<TariffRow>(trx, TARIFFS, { page, limit });
    const current = await tariffOfToday(deps, trx);
    return { results: results.map((row) => shown(row, current)), pagination };
  });
}

/**
 * A new tariff from a day on. Quotes and orders of earlier days keep the one before, existing orders their price.
 *
 * @throws Failure 422 for a day that has passed: no order is priced anew
 */
export async function publishTariffOf(deps: Deps, form: TariffForm): Promise<OperatorTariff> {
  const now = deps.clock();
  if (form.valid_from < localDay(now))
    throw new Failure(422, messages.fields, [{ field: 'valid_from', message: 'Elegí una fecha desde hoy' }]);
  return deps.db.withProvider(async (trx) => {
    const row = await insertTariff(trx, form.valid_from, tariffOf(form), now);
    return shown(row, await tariffOfToday(deps, trx));
  });
}

async function tariffOfToday({ db, clock }: Deps, trx: Trx): Promise<number | null> {
  return (await findTariff(db, trx, localDay(clock())))?.id ?? null;
}

function tariffOf({ zones, insurance, tax_percent }: TariffForm): Tariff {
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

/** The way back: what is read can be sent again. */
function shown({ terms, ...row }: TariffRow, current: number | null): OperatorTariff {
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
