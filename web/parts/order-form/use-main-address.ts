import { listSenderAddresses, type SenderAddress } from '#shared/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/**
 * The client's main address: parcels are collected there, those of reverse logistics go there (D2 §3). Null when the client
 * has none, undefined until it is known.
 */
export function useMainAddress(): SenderAddress | null | undefined {
  const { data } = useApiQuery(listSenderAddresses, { query: { filter: { active: true } } });
  return data && ((data.results ?? []).find(({ main_address }) => main_address) ?? null);
}
