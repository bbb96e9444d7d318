import * as z from 'zod/mini';
import { isDay } from '#shared/kit/days.ts';
import { decimal, integer, optionalInteger, pesos, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { listQuery, page } from '#shared/kit/http/pagination.ts';
import { messages } from '#shared/kit/messages.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { provinceByLetter, provinces } from '#shared/orders/rules/place/provinces.ts';

const required = messages.required;
const priceRange = 'Poné pesos de 0 a 9.999.999';
const price = pesos({ required, min: [0, priceRange], max: [9_999_999, priceRange] });
const daysRange = 'Poné días enteros de 1 a 90';
const days = integer({ required, min: [1, daysRange], max: [90, daysRange] });
/** Field for per cent and per mille in halves: 21, 10.5. Halves are exact in a double, so no cent is lost. */
const rateUpTo = (limit: number) => decimal({ required, min: 0, max: limit, step: 0.5 });

/** Letter of a province, in any case. */
const province = z.pipe(
  text({ required, check: (value) => (provinceByLetter(value) ? null : 'La provincia no existe') }),
  z.transform((value) => provinceByLetter(value)?.letter ?? value),
);

const bracketForm = z.object({
  /** Grams, inclusive. */
  up_to_weight: integer({ required, min: [1], max: [9_999_999] }),
  /** Pesos without IVA. */
  price,
});

const zoneForm = z
  .object({
    name: text({ required, max: [60] }),
    provinces: z.array(province).check(z.minLength(1, required), z.maxLength(provinces.length)),
    brackets: z.array(bracketForm).check(z.minLength(1, required), z.maxLength(100)),
    /** For each started kilogram beyond the last bracket. */
    extra_kg_price: price,
    /** Working days from collection to delivery. */
    min_days: days,
    max_days: days,
  })
  .check(({ value: { brackets, min_days, max_days }, issues }) => {
    const wrong = (path: PropertyKey[], message: string) => issues.push({ code: 'custom', path, message, input: null });
    for (const [index, { up_to_weight, price }] of brackets.entries()) {
      const lighter = brackets[index - 1];
      if (!lighter) continue;
      if (up_to_weight <= lighter.up_to_weight)
        wrong(['brackets', index, 'up_to_weight'], 'Debe ser mayor que el tramo anterior');
      if (price < lighter.price) wrong(['brackets', index, 'price'], 'No puede ser menor que el tramo anterior');
    }
    if (max_days < min_days) wrong(['max_days'], 'No puede ser menor que el mínimo');
  });

/** First day in Buenos Aires on which new orders use a tariff; today or later. */
const validFrom = text({ required, check: (value) => (isDay(value) ? null : messages.day) });

const TOLERANCE = 'Poné un porcentaje entero de 0 a 100, o dejalo vacío';

/** A tariff as the provider sends it; parsed to cents and grams. */
export const tariffForm = z.object({
  valid_from: validFrom,
  zones: z.array(zoneForm).check(z.maxLength(provinces.length), ({ value: zones, issues }) => {
    const seen = new Set<string>();
    const names = new Set<string>();
    for (const [index, zone] of zones.entries()) {
      // Versions are compared by the names of their zones.
      const name = fold(zone.name);
      if (names.has(name))
        issues.push({
          code: 'custom',
          path: [index, 'name'],
          message: 'Otra zona tiene este nombre',
          input: zone.name,
        });
      names.add(name);
      for (const [place, letter] of zone.provinces.entries()) {
        const path = [index, 'provinces', place];
        const message = `${provinceByLetter(letter)?.name} ya está en otra zona`;
        if (seen.has(letter)) issues.push({ code: 'custom', path, message, input: letter });
        seen.add(letter);
      }
    }
    const missing = provinces.filter(({ letter }) => !seen.has(letter)).map(({ name }) => name);
    if (missing.length > 0)
      issues.push({ code: 'custom', path: [], message: `Faltan provincias: ${missing.join(', ')}`, input: null });
  }),
  /** Share of the declared value, with a minimum in pesos; zero without a declared value. */
  insurance: z.object({ per_mille: rateUpTo(1000), minimum: price }),
  /** IVA. */
  tax_percent: rateUpTo(100),
  /**
   * By how much the measured weight may exceed the declared one before the difference is billed, in per cent; null or missing if it never is.
   */
  measured_tolerance_percent: optionalInteger({ min: [0, TOLERANCE], max: [100, TOLERANCE] }),
});

export type TariffForm = z.output<typeof tariffForm>;

/** A tariff to publish. */
const newTariff = z.extend(tariffForm, {
  /** Number of versions that the caller has read: the call is refused if it isn't the number of versions. Not checked without it. */
  known_versions: z.optional(integer({ required, min: [0] })),
});

const staffTariff = z.object({
  id: z.number(),
  valid_from: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  /** Whether the tariff prices today's orders. */
  in_force: z.boolean(),
  zones: z.array(
    z.object({
      name: z.string(),
      provinces: z.array(z.string()),
      brackets: z.array(z.object({ up_to_weight: z.number(), price: z.number() })),
      extra_kg_price: z.number(),
      min_days: z.number(),
      max_days: z.number(),
    }),
  ),
  insurance: z.object({ per_mille: z.number(), minimum: z.number() }),
  tax_percent: z.number(),
  measured_tolerance_percent: z.nullable(z.number()),
});

export type StaffTariff = z.output<typeof staffTariff>;

export const listTariffs = endpoint('GET /ops/v1/tariff/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists general tariffs, latest start day first.',
  query: listQuery({}),
  reply: page(staffTariff),
});

export const publishTariff = endpoint('POST /ops/v1/tariff/', {
  access: 'provider',
  needs: 'tariffs',
  audit: 'ops.tariff.publish',
  summary:
    'Creates a tariff that is valid from a day on. Tariffs never change: a new tariff with the same day replaces the former one, and existing orders keep their price.',
  body: newTariff,
  reply: z.object({ message: z.string(), results: staffTariff }),
  errorStatuses: [409],
});

const clientTariff = z.object({
  id: z.number(),
  /** First day, YYYY-MM-DD. */
  valid_from: z.string(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  created_by: z.string(),
  /** Whether it applies to the client's new orders today. */
  in_force: z.boolean(),
  /** Null from the day on which the general tariff applies again. */
  tariff: z.nullable(staffTariff),
});

export type ClientTariff = z.output<typeof clientTariff>;

const clientPath = z.object({ clientId: rowId });
const changed = z.object({ message: z.string(), results: clientTariff });

export const listClientTariffs = endpoint('GET /ops/v1/client/:clientId/tariff/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists the tariffs of a client’s own, latest start day first. Without one the general tariff applies.',
  params: clientPath,
  query: listQuery({}),
  reply: page(clientTariff),
});

export const publishClientTariff = endpoint('POST /ops/v1/client/:clientId/tariff/', {
  access: 'provider',
  needs: 'tariffs',
  audit: 'ops.client.tariff',
  summary:
    'Gives a client a tariff of its own from a day on, for its quotes and new orders. Existing orders keep their price. It applies until a later one, or until the general tariff applies again.',
  params: clientPath,
  body: newTariff,
  reply: changed,
  errorStatuses: [409],
});

export const endClientTariff = endpoint('POST /ops/v1/client/:clientId/tariff/general', {
  access: 'provider',
  needs: 'tariffs',
  audit: 'ops.client.tariff_end',
  summary: 'Returns a client to the general tariff from a day on.',
  params: clientPath,
  body: z.object({ valid_from: validFrom }),
  reply: changed,
});
