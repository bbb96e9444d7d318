import type { ReplyOf } from '#shared/http/endpoint.ts';
import { paymentResult } from '#shared/money/payments.ts';
import { useApiQuery } from '#web/lib/queries.ts';

export type VerifiedResult = ReplyOf<typeof paymentResult>['results'];

/**
 * Reads the payment of a return from the payment provider, as verified by the server; null if it can't be read.
 *
 * @param params query parameters of the return
 */
export function usePaymentResult(
  params: URLSearchParams,
  enabled: boolean,
): { result: VerifiedResult | undefined; pending: boolean } | null {
  const [payment_id, external_reference, preference_id] = ['payment_id', 'external_reference', 'preference_id'].map(
    (name) => params.get(name) ?? undefined,
  );
  const query = { payment_id, external_reference, preference_id };
  const answer = useApiQuery(paymentResult, enabled ? { query } : null);
  return enabled ? { result: answer.data?.results, pending: answer.isPending } : null;
}
