import { useQueries } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { CallInput, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { rate } from '#shared/money/rates.ts';
import { shipmentFields } from '#shared/orders/new-order.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { queryClient } from '#web/kit/call/queries.ts';
import { normalizeNumber } from '#web/kit/form/field/normalize-number.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { type OrderSchema, wrongFields } from '#web/orders/form/order-schema.ts';
import type { OrderValues, ShipmentValues } from '#web/orders/form/order-values.ts';
import type { OrderPoint } from '#web/orders/form/receiver/use-order-point.ts';
import { type Products, type Sums, sumsAreComplete, sumsOfItems } from './item-sums.ts';

/** Debounce: milliseconds without a change before prices are requested. */
const DEBOUNCE_MS = 350;

/** Milliseconds for which a price is cached: undoing a change needs no second call. */
const STALE_TIME_MS = 5_000;

/** Polling: milliseconds between fetches of a shown price, because a tariff may change meanwhile. */
const REFETCH_INTERVAL_MS = MINUTE_MS;

interface ShipmentRate {
  /** Pesos; null while unknown. */
  cost: number | null;
  /** Charged grams and the weight that they come from; null if the gateway doesn't send them. */
  charged: { grams: number; by: 'peso' | 'volumen' } | null;
  pending: boolean;
  /** Why there is no price. */
  problem: string | null;
}

const NOTHING: ShipmentRate = { cost: null, charged: null, pending: false, problem: null };

function chargedBy({ results }: ReplyOf<typeof rate>): ShipmentRate['charged'] {
  // The packages are our addition: a foreign gateway sends only the sums (readings R4).
  const [first] = results.packages ?? [];
  return first ? { grams: first.billed_weight, by: first.charged_by } : null;
}

const rateOf = (reply: ReplyOf<typeof rate>): ShipmentRate => ({
  ...NOTHING,
  cost: reply.results.final_value,
  charged: chargedBy(reply),
});

type RateBody = NonNullable<CallInput<typeof rate>['body']>;

/** What is known of a shipment while the form is filled in. */
interface ShipmentEstimate extends Sums {
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

const keyOf = (body: RateBody) => ['shipment-rate', body] as const;

/** Query of a price. Polling doesn't count as activity of the session. */
const priceQuery = (body: RateBody) => ({
  queryKey: keyOf(body),
  queryFn: () => call(rate, { body, background: queryClient.getQueryState(keyOf(body))?.status !== 'pending' }),
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: STALE_TIME_MS,
  retry: false,
});

/**
 * Fetches the price of each shipment by the calculator's call (readings C20). Every package is priced on its own, so
 * one call per shipment adds up to the order's price.
 *
 * @param bodies one per shipment; null while data for its price is missing
 */
function useShipmentRates(bodies: readonly (RateBody | null)[]): ShipmentRate[] {
  const [debounced] = useDebounced(bodies, DEBOUNCE_MS, JSON.stringify(bodies));
  // Shipments of the same size have one price.
  const distinct = new Map(debounced.flatMap((body) => (body ? [[JSON.stringify(body), body] as const] : [])));
  const answers = useQueries({ queries: [...distinct.values()].map(priceQuery) });
  const requested = [...distinct.keys()];
  return bodies.map((body) => {
    if (body === null) return NOTHING;
    const answer = answers[requested.indexOf(JSON.stringify(body))];
    // A body that isn't requested yet may have a cached price.
    const reply = answer ? answer.data : queryClient.getQueryData<ReplyOf<typeof rate>>(keyOf(body));
    if (reply) return rateOf(reply);
    return answer?.error
      ? { ...NOTHING, problem: asApiError(answer.error).firstMessage }
      : { ...NOTHING, pending: true };
  });
}

export interface OrderEstimate {
  values: OrderValues;
  /** The choice of a pickup point; null for an order that goes to its address. */
  point: OrderPoint | null;
  shipments: (ShipmentEstimate & ShipmentRate)[];
  /** Grams and pesos of all shipments, as far as known. */
  weight: number;
  value: number;
  /** Pesos of the shipments with a known price; null while no price is known. */
  cost: number | null;
  /** False while a shipment has no price yet. */
  costComplete: boolean;
  /** Names of the invalid or missing fields, in order. */
  wrong: string[];
}

/** Computes weight, value, price and missing fields of the order live. */
export function useOrderEstimate(
  form: OrderForm,
  schema: OrderSchema,
  products: Products,
  point: OrderPoint | null,
): OrderEstimate {
  useWatch({ control: form.rhf.control });
  const values = form.rhf.getValues();
  const estimates = values.shipments.map((shipment) => estimateShipment(shipment, values, products, point));
  const rates = useShipmentRates(estimates.map(({ rate }) => rate));
  const costs = rates.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const cents = costs.reduce((total, cost) => total + Math.round(cost * 100), 0);
  return {
    values,
    point,
    shipments: estimates.map((estimate, index) => ({ ...estimate, ...(rates[index] as ShipmentRate) })),
    weight: estimates.reduce((total, { weight }) => total + weight, 0),
    value: estimates.reduce((total, { value }) => total + Math.round(value * 100), 0) / 100,
    cost: costs.length > 0 ? cents / 100 : null,
    costComplete: costs.length === rates.length,
    wrong: wrongFields(schema, values),
  };
}
