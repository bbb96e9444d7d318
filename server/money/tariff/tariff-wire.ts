import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { type Day, localDay } from '#shared/kit/days.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import type * as calls from '#shared/money/staff-tariffs.ts';
import type { TariffRow } from './staff-tariff.store.ts';

/** @throws Failure 422 for a day in the past, because existing orders aren't priced again */
export function assertFutureDay(day: Day, now: Date): void {
  if (day >= localDay(now)) return;
  throw refusedField('valid_from', 'Elegí una fecha desde hoy');
}

/** @throws Failure 409 if the caller hasn't read all versions: the new one would take back what another person changed */
export function assertKnownVersions(known: number | undefined, versions: number): void {
  if (known === undefined || known === versions) return;
  throw new Failure(
    409,
    'Otra persona publicó una tarifa mientras escribías ésta: mirá las diferencias y publicá de nuevo',
  );
}

/** Returns a tariff on the wire. Inverse of `toTariff`: a tariff that was read can be sent again. */
export function toStaffTariff({ terms, ...row }: TariffRow, inForce: boolean): calls.StaffTariff {
  return {
    ...row,
    in_force: inForce,
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
    measured_tolerance_percent: terms.measuredTolerancePercent ?? null,
  };
}
