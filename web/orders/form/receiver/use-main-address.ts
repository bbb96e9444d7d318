import { listSenderAddresses, type SenderAddress } from '#shared/people/account.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';

/**
 * Returns the client's main address, where shipments are collected and where shipments of reverse logistics go (D2 §3).
 * Null without a main address, undefined until known.
 */
export function useMainAddress(): SenderAddress | null | undefined {
  const { data } = useApiQuery(listSenderAddresses, { query: { filter: { active: true } } });
  return data && (data.results.find(({ main_address }) => main_address) ?? null);
}
