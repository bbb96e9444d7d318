import * as z from 'zod/mini';
import type { CallInput } from '#shared/http/endpoint.ts';
import type { rate } from '#shared/money/rates.ts';
import { shipmentFields } from '#shared/orders/new-order.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import type { OrderValues, ShipmentValues } from '#web/orders/form/order-values.ts';
import type { OrderPoint } from '#web/orders/form/receiver/use-order-point.ts';
import { normalizeNumber } from '#web/parts/form/normalize-number.ts';
import { type Products, type Sums, sumsAreComplete, sumsOfItems } from './item-sums.ts';

export type RateBody = NonNullable<CallInput<typeof rate>['body']>;

/** What is known of a shipment while the form is filled in. */
export interface ShipmentEstimate extends Sums {
  /** Body of the rate call; null while data is missing. */
  rate: RateBody | null;
  /** The first value that is missing for a price, with its article: 'el alto'. */
  missing: string | null;
}

const NAMES = {
  length: 'el largo',
  width: 'el ancho',
  height: 'el alto',
  weight: 'el peso',
  items_value: 'el valor',
} as const;
const MEASURES = Object.keys(NAMES) as (keyof typeof NAMES)[];

function measuresOf(typed: ShipmentValues, products: Products): Record<keyof typeof NAMES, string> {
  const { items, length, width, height, weight, items_value } = typed;
  const sums = sumsOfItems(items, products);
  return {
    length: normalizeNumber(length),
    width: normalizeNumber(width),
    height: normalizeNumber(height),
    weight: items.length > 0 ? String(sums.weight) : normalizeNumber(weight),
    items_value: items.length > 0 ? String(Math.round(sums.value)) : normalizeNumber(items_value),
  };
}

/** Returns where the order goes, by the chosen pickup point or the address, and what is missing to know it. */
function placeOf(
  { address }: OrderValues['receiver'],
  point: OrderPoint | null,
): { zip_code: string; state: string; missing: string | null } {
  if (point) {
    const { zip_code = '', province: state = '' } = point.chosen ?? {};
    return { zip_code, state, missing: point.chosen ? null : 'el punto de retiro' };
  }
  const { zip_code, state } = address;
  return {
    zip_code,
    state,
    missing: parseZip(zip_code) === null ? 'el código postal' : state === '' ? 'la provincia' : null,
  };
}

/**
 * Returns the weight and value of a shipment so far, and the body of its rate call.
 *
 * @param point the choice of a pickup point, whose place is priced; null for an order that goes to its address
 */
export function estimateShipment(
  shipment: ShipmentValues,
  order: OrderValues,
  products: Products,
  point: OrderPoint | null = null,
): ShipmentEstimate {
  const measures = measuresOf(shipment, products);
  const isValid = (name: keyof typeof NAMES) => z.safeParse(shipmentFields[name], measures[name]).success;
  const sums = shipment.items.length > 0 ? sumsOfItems(shipment.items, products) : null;
  const weight = sums?.weight ?? (isValid('weight') ? Number(measures.weight) : 0);
  const value = sums?.value ?? (isValid('items_value') ? Number(measures.items_value) : 0);

  const { zip_code, state, missing: missingPlace } = placeOf(order.receiver, point);
  const missingMeasure = MEASURES.find((name) => !isValid(name));
  const missing =
    sums && !sumsAreComplete(shipment.items, products)
      ? 'completar un ítem'
      : missingMeasure
        ? NAMES[missingMeasure]
        : (missingPlace ?? (order.delivery_mode === '' ? 'el modo de entrega' : null));
  if (missing !== null) return { weight, value, missing, rate: null };
  return {
    weight,
    value,
    missing,
    rate: {
      delivery_mode: Number(order.delivery_mode),
      zip_code,
      province: state,
      packages: [
        {
          length: Number(measures.length),
          width: Number(measures.width),
          height: Number(measures.height),
          real_weight: weight / 1000,
          gross_price: value,
        },
      ],
    },
  };
}
