import type { Trx } from '#server/db/connection.ts';
import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { assertPriceChange } from '#server/money/domain/confirm-prices.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { findListedZips } from '#server/provider/zip-code/listed-zips.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { provinceByLetter, provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { type ListedZips, resolveProvince } from '#shared/orders/rules/place/zip-province.ts';
import type * as calls from '#shared/provider/staff-pickup-points.ts';
import { lockPickupPoint, upsertPickupPoint } from './point.store.ts';

type Form = calls.PickupPointForm;

/**
 * Creates a pickup point or changes the one with this code (readings C44). Existing orders keep the point's earlier
 * data.
 *
 * @param code code in upper or lower case
 * @throws Failure 422 with `errors` for a code that exists with `only_new`, for missing fields of a new point, and for a postal code of
 *   another province; 403 for another province of a point if the caller may not publish tariffs; 409 without a confirmation
 */
export async function savePickupPoint(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  caller: ProviderCaller,
  code: string,
  { only_new, confirm_prices, ...form }: BodyOf<typeof calls.savePickupPoint>,
): Promise<calls.StaffPickupPoint> {
  return db.withProvider(async (trx) => {
    const { point, before } = await writePoint(trx, code, form, (stored, effect) => {
      if (only_new) {
        const message = `Ya hay un punto con este código: ${stored.name}`;
        throw new Failure(422, message, [{ field: 'code', message }]);
      }
      if (effect) assertPriceChange(caller, { field: 'province', effect, confirmed: confirm_prices });
    });
    const fields = changedFields(before ?? {}, point);
    if (fields.length > 0) {
      events.record(trx, null, 'pickup_point.saved', { code: point.code, fields, active: point.active });
    }
    return point;
  });
}

/** Refuses a change of a point by a Failure. `effect` is what the change does to prices; null for nothing. */
type CheckChange = (before: calls.StaffPickupPoint, effect: string | null) => void;

/** Creates or changes a pickup point. @throws Failure 422 as `savePickupPoint`, and what `check` throws, before anything is written */
export async function writePoint(trx: Trx, code: string, form: Form, check: CheckChange) {
  const key = code.toUpperCase();
  const before = await lockPickupPoint(trx, key);
  const point = mergePickupPoint(key, form, before);
  checkProvince(point, form.zip_code, await findListedZips(trx, [point]));
  if (before) check(before, priceEffect(before, point));
  await upsertPickupPoint(trx, point);
  return { point, before };
}

/**
 * Names the former and the new province of a changed point, whose orders cost what its province costs; null for the same province.
 */
function priceEffect(before: calls.StaffPickupPoint, after: calls.StaffPickupPoint): string | null {
  if (before.province === after.province) return null;
  const [old, fresh] = [before, after].map(({ province }) => provinceByLetter(province)?.name ?? province);
  return `El punto ${before.name} está en ${old}. Si lo pasás a ${fresh}, las órdenes que se retiran ahí tendrían el precio de ${fresh}`;
}

/** Checks the point's province against its postal code (readings C48). @throws Failure 422 at the contradicting field */
function checkProvince(point: calls.StaffPickupPoint, sentZip: string, zips: ListedZips): void {
  const state = provinceByLetter(point.province)?.name ?? '';
  const result = resolveProvince({ state, zip_code: sentZip || point.zip_code }, zips);
  if (!('field' in result)) return;
  const field = result.field === 'state' ? 'province' : 'zip_code';
  throw refusedField(field, result.message);
}

/** Merges a form into a stored pickup point: absent fields keep their values, empty hours and coordinates are removed. */
function mergePickupPoint(code: string, form: Form, before: calls.StaffPickupPoint | null): calls.StaffPickupPoint {
  const zip = parseZip(form.zip_code);
  const province = provinceByLetter(form.province) ?? provinceByName(form.province);
  const point = {
    code,
    name: form.name || (before?.name ?? ''),
    street: form.street || (before?.street ?? ''),
    city: form.city || (before?.city ?? ''),
    province: province?.letter ?? before?.province ?? '',
    zip_code: zip?.digits ?? before?.zip_code ?? '',
    hours: form.hours ?? before?.hours ?? '',
    lat: form.lat === undefined ? (before?.lat ?? null) : form.lat,
    lon: form.lon === undefined ? (before?.lon ?? null) : form.lon,
    active: form.active ?? before?.active ?? true,
  };
  const errors: FieldError[] = (['name', 'street', 'city', 'province', 'zip_code'] as const)
    .filter((field) => point[field] === '')
    .map((field) => ({ field, message: messages.required }));
  const missing = point.lat === null ? 'lat' : 'lon';
  if ((point.lat === null) !== (point.lon === null)) errors.push({ field: missing, message: messages.required });
  if (errors.length > 0) throw new Failure(422, messages.fields, errors);
  return point;
}
