import { useQueries } from '@tanstack/react-query';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { rate } from '#shared/rates.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import type { RateBody } from './shipment-estimate.ts';

/** Milliseconds without a change before prices are asked for. */
const DEBOUNCE_MS = 350;

/** Milliseconds that a price is kept: typing there and back asks once. */
const STALE_TIME_MS = 5_000;

/** Milliseconds until a price that stands on the page is asked for again: a tariff may change while one writes. */
const REFETCH_INTERVAL_MS = 60_000;

export interface ShipmentRate {
  /** Pesos; null while unknown. */
  cost: number | null;
  /** Grams that are charged, and which weight that is; a gateway may not say. */
  charged: { grams: number; by: 'peso' | 'volumen' } | null;
  pending: boolean;
  /** Why there is no price. */
  problem: string | null;
}

const NOTHING: ShipmentRate = { cost: null, charged: null, pending: false, problem: null };

function chargedBy({ results }: ReplyOf<typeof rate>): ShipmentRate['charged'] {
  // An addition of ours: a foreign gateway answers the sums alone (readings R4).
  const [first] = results.packages ?? [];
  return first ? { grams: first.billed_weight, by: first.charged_by } : null;
}

const priced = (reply: ReplyOf<typeof rate>): ShipmentRate => ({
  ...NOTHING,
  cost: reply.results.final_value,
  charged: chargedBy(reply),
});

const keyOf = (body: RateBody) => ['shipment-rate', body] as const;

/** Fetches a price. A repeated fetch, for which nobody has typed, doesn't count as activity. */
const priceQuery = (body: RateBody) => ({
  queryKey: keyOf(body),
  queryFn: () => call(rate, { body, background: queryClient.getQueryState(keyOf(body))?.status !== 'pending' }),
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: STALE_TIME_MS,
  retry: false,
});

/**
 * What each shipment costs, by the call that the calculator uses (readings C20). Every package is priced on its own, so
 * one call a shipment adds up to the order's price.
 *
 * @param bodies one for each shipment; null while something is missing for its price
 */
export function useShipmentRates(bodies: readonly (RateBody | null)[]): ShipmentRate[] {
  const [debounced] = useDebounced(bodies, DEBOUNCE_MS, JSON.stringify(bodies));
  // Shipments of the same size have one price.
  const distinct = new Map(debounced.flatMap((body) => (body ? [[JSON.stringify(body), body] as const] : [])));
  const answers = useQueries({ queries: [...distinct.values()].map(priceQuery) });
  const asked = [...distinct.keys()];
  return bodies.map((body) => {
    if (body === null) return NOTHING;
    const answer = answers[asked.indexOf(JSON.stringify(body))];
    // A body that is still being typed may have been priced before.
    const reply = answer ? answer.data : queryClient.getQueryData<ReplyOf<typeof rate>>(keyOf(body));
    if (reply) return priced(reply);
    return answer?.error
      ? { ...NOTHING, problem: asApiError(answer.error).firstMessage }
      : { ...NOTHING, pending: true };
  });
}
