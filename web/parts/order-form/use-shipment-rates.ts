import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { rate } from '#shared/rates.ts';
import { call } from '#web/lib/api.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import type { RateBody } from './shipment-outlook.ts';

/** Milliseconds without a change before prices are asked for. */
const PAUSE = 350;

/** Milliseconds that a price is kept: a tariff changes from one day to the next. */
const FRESH = 300_000;

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

/**
 * What each shipment costs, by the call that the calculator uses (readings C20). Every package is priced on its own, so
 * one call a shipment adds up to the order's price.
 *
 * @param bodies one for each shipment; null while something is missing for its price
 */
export function useShipmentRates(bodies: readonly (RateBody | null)[]): ShipmentRate[] {
  const signature = JSON.stringify(bodies);
  const settled = useSettled(bodies, signature);
  const answers = useQueries({
    queries: settled.map((body) => ({
      queryKey: ['shipment-rate', body],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(rate, { body: body as RateBody, signal }),
      enabled: body !== null,
      staleTime: FRESH,
    })),
  });
  return bodies.map((body, index) => {
    if (body === null) return NOTHING;
    const answer = answers[index];
    if (JSON.stringify(settled[index]) !== JSON.stringify(body) || !answer) return { ...NOTHING, pending: true };
    if (answer.data) {
      return { ...NOTHING, cost: answer.data.results.final_value, charged: chargedBy(answer.data) };
    }
    return answer.isError
      ? { ...NOTHING, problem: asFailure(answer.error).firstMessage }
      : { ...NOTHING, pending: true };
  });
}
