import * as z from 'zod/mini';
import { integer, pesos, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { addressFields } from '#shared/orders/address.ts';
import { doubts } from '#shared/orders/order-doubts.ts';
import { packageSides } from '#shared/orders/product/package-sides.ts';

function kilogramsError(value: string): string | null {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return messages.number;
  if (Number(value) < 0.001) return 'Debe ser mayor a 0';
  return Number(value) < 10_000 ? null : 'Debe ser menor que 10000';
}

/** Field for kilograms with at most three decimals; parsed to grams. */
const kilograms = z.pipe(
  text({
    required: messages.required,
    check: kilogramsError,
  }),
  z.transform((value) => Math.round(Number(value) * 1000)),
);

/** Field for the insured value in pesos, parsed to cents; defaults to zero (readings C19). */
export const declaredValue = z._default(
  pesos({
    required: messages.required,
    min: [0, 'Debe ser mayor o igual a 0'],
    max: [9_999_999, 'Debe ser menor o igual a 9999999'],
  }),
  0,
);

export const rateRequest = z.object({
  delivery_mode: integer({ required: messages.required, min: [1], max: [5] }),
  zip_code: addressFields.zip_code,
  province: text({ required: messages.required, max: [60] }),
  packages: z
    .array(
      z.object({
        ...packageSides(''),
        real_weight: kilograms,
        gross_price: declaredValue,
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});

export const rateResult = z.object({
  shipping_cost: z.number(),
  insurance_cost: z.number(),
  tax: z.number(),
  final_value: z.number(),
  currency: z.string(),
  min_delivery_date: z.string(),
  max_delivery_date: z.string(),
});

/** One rate per package, so that a form can show each package's charged weight (readings C20). */
const ratedPackage = z.object({
  billed_weight: z.number(),
  volumetric_weight: z.number(),
  charged_by: z.enum(['peso', 'volumen']),
});

/** The delivery time in working days by the provider's calendar, and the holidays on weekdays that extend it. */
const ratedDays = z.object({ min: z.number(), max: z.number(), holidays: z.array(z.string()) });

export const rate = endpoint('POST /rate', {
  access: 'client',
  needs: 'read',
  audit: null,
  summary:
    'Quotes a delivery: shipping, insurance, IVA and total in pesos, and the delivery time in days from Retirado.',
  body: rateRequest,
  reply: z.object({
    results: z.object({
      ...rateResult.shape,
      /** Absent from a gateway whose provider can't enter holidays. */
      working_days: z.optional(ratedDays),
      packages: z.array(ratedPackage),
      /** Measures that are probably in another unit. */
      doubts,
    }),
  }),
  additions: ['results.working_days', 'results.packages', 'results.doubts'],
});
