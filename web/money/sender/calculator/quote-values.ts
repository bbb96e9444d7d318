import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import type { CallInput } from '#shared/kit/http/endpoint.ts';
import type { FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { declaredValue, type rate } from '#shared/money/rates.ts';
import type { Package } from '#shared/money/rules/volumetric-weight.ts';
import { addressFields } from '#shared/orders/address.ts';
import { shipmentFields } from '#shared/orders/new-order.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import { zipProvinceErrors } from '#web/orders/place/zip-province-check.ts';

/** Form values of the calculator, as typed. */
export type QuoteValues = {
  zip_code: string;
  province: string;
  length: string;
  height: string;
  width: string;
  weight: string;
  gross_price: string;
};

export const NO_VALUES: QuoteValues = {
  zip_code: '',
  province: '',
  length: '',
  height: '',
  width: '',
  weight: '',
  gross_price: '',
};

export const QUOTE_LABELS: Record<keyof QuoteValues, string> = {
  zip_code: 'Código postal',
  province: 'Provincia',
  length: 'Largo',
  height: 'Alto',
  width: 'Ancho',
  weight: 'Peso',
  gross_price: 'Valor declarado',
};

/** Form field by name in the request body. */
export const CALL_NAMES: Record<string, keyof QuoteValues> = {
  'packages.0.length': 'length',
  'packages.0.height': 'height',
  'packages.0.width': 'width',
  'packages.0.real_weight': 'weight',
  'packages.0.gross_price': 'gross_price',
};

/** Returns a field's label by its name in the form or the request; an unknown name is returned unchanged. */
export function quoteLabel(field: string): string {
  return QUOTE_LABELS[(CALL_NAMES[field] ?? field) as keyof QuoteValues] ?? field;
}

const { length, height, width, weight } = shipmentFields;

/** Fields of D2 §5 Calculator, with the limits of an order's package, so that a quoted package can be sent. */
const quoteFields = z.object({
  zip_code: addressFields.zip_code,
  province: text({ required: messages.required, max: [60] }),
  length,
  height,
  width,
  weight,
  gross_price: declaredValue,
});

/** Parses typed numbers, then validates them by `quoteFields`. */
export const quoteSchema = z.pipe(
  z.transform(
    (typed: QuoteValues): z.input<typeof quoteFields> => ({
      ...typed,
      length: normalizeNumber(typed.length),
      height: normalizeNumber(typed.height),
      width: normalizeNumber(typed.width),
      weight: normalizeNumber(typed.weight),
      gross_price: normalizeNumber(typed.gross_price) || undefined,
    }),
  ),
  quoteFields,
);

/** Checks the postal code against the province (readings C48). */
export const quoteZipProvinceErrors = ({ zip_code, province }: QuoteValues, zips: ListedZips | null): FieldError[] =>
  zipProvinceErrors({ zip_code, state: province }, zips, { zip_code: 'zip_code', state: 'province' });

/** Validated values: sizes in cm, weight in grams, declared value in cents. */
export type QuoteRequest = z.output<typeof quoteSchema>;

/** The calculator's only delivery mode (D2 §9). */
const HOME_DELIVERY = 1;

/** Builds the request body, with weight in kilograms and value in pesos (D2 §7). */
export function rateBody({ zip_code, province, weight: grams, gross_price, ...sizes }: QuoteRequest) {
  return {
    delivery_mode: HOME_DELIVERY,
    zip_code,
    province,
    packages: [{ ...sizes, real_weight: grams / 1000, gross_price: gross_price / 100 }],
  } satisfies CallInput<typeof rate>['body'];
}

/** Converts a request to the package of the weight rules. */
export function packageOf(request: QuoteRequest): Package {
  return { lengthCm: request.length, heightCm: request.height, widthCm: request.width, grams: request.weight };
}
