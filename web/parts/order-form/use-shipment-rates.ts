import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { rate } from '#shared/rates.ts';
import { call } from '#web/lib/api.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import { queries } from '#web/lib/queries.ts';
import type { RateBody } from './shipment-outlook.ts';

/** Milliseconds without a change before prices are asked for. */
const PAUSE = 350;

/** Milliseconds that a price is kept: typing there and back asks once. */
const FRESH = 5_000;

/** Milliseconds until a price that stands on the page is asked for again: a tariff may change while one writes. */
const AGAIN = 60_000;

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

/** The value as it was when it last stood still. */
function useSettled<T>(value: T, signature: string): T {
  const [settled, setSettled] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature tells when the value itself changed
  useEffect(() => {
    const timer = window.setTimeout(setSettled, PAUSE, value);
    return () => window.clearTimeout(timer);
  }, [signature]);
  return settled;
}

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

/** Asks for a price unless it is known; what nobody has typed for doesn't count as activity. */
async function ask(body: RateBody, background: boolean): Promise<ShipmentRate> {
  try {
    const queryFn = () => call(rate, { body, background });
    return priced(await queries.fetchQuery({ queryKey: keyOf(body), queryFn, staleTime: FRESH }));
  } catch (error) {
    return { ...NOTHING, problem: asFailure(error).firstMessage };
  }
}

/**
 * What each shipment costs, by the call that the calculator uses (readings C20). Every package is priced on its own, so
 * one call a shipment adds up to the order's price.
 *
 * @param bodies one for each shipment; null while something is missing for its price
 */
export function useShipmentRates(bodies: readonly (RateBody | null)[]): ShipmentRate[] {
  const settled = useSettled(bodies, JSON.stringify(bodies));
  const queryKey = ['shipment-rates', settled] as const;
  const answers = useQuery({
    queryKey,
    queryFn() {
      const again = queries.getQueryData(queryKey) !== undefined;
      return Promise.all(settled.map((body) => (body ? ask(body, again) : NOTHING)));
    },
    refetchInterval: AGAIN,
    // A price that couldn't be had is asked for again when the page is looked at again.
    staleTime: ({ state }) => (state.data?.some(({ problem }) => problem !== null) ? 0 : FRESH),
  });
  return bodies.map((body, index) => {
    if (body === null) return NOTHING;
    const known = queries.getQueryData<ReplyOf<typeof rate>>(keyOf(body));
    if (known) return priced(known);
    const same = JSON.stringify(settled[index]) === JSON.stringify(body);
    return (same && answers.data?.[index]) || { ...NOTHING, pending: true };
  });
}
