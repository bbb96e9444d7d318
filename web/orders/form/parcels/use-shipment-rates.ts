import { useQueries } from '@tanstack/react-query';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { rate } from '#shared/money/rates.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import type { RateBody } from './shipment-estimate.ts';

/** Debounce: milliseconds without a change before prices are requested. */
const DEBOUNCE_MS = 350;

/** Milliseconds for which a price is cached: undoing a change needs no second call. */
const STALE_TIME_MS = 5_000;

/** Polling: milliseconds between fetches of a shown price, because a tariff may change meanwhile. */
const REFETCH_INTERVAL_MS = MINUTE_MS;

export interface ShipmentRate {
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
export function useShipmentRates(bodies: readonly (RateBody | null)[]): ShipmentRate[] {
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
