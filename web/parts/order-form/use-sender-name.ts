import { clientInfo } from '#shared/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** One hour: the name doesn't change while an order is written. */
const STALE_TIME_MS = 3_600_000;

/** Maximum length of the sender (D1 §5); a longer company name is cut off. */
const MAX = 30;

/** Returns the initial sender of an order: the company's name, or empty if it can't be loaded; null while loading. */
export function useSenderName(): string | null {
  const info = useApiQuery(clientInfo, {}, { staleTime: STALE_TIME_MS });
  return info.isPending ? null : (info.data?.client_company_name ?? '').trim().slice(0, MAX).trim();
}
