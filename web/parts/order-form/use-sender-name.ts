import { clientInfo } from '#shared/account.ts';
import { useApiQuery } from '#web/lib/queries.ts';

/** An hour: it doesn't change while an order is written. */
const STALE_TIME_MS = 3_600_000;

/** Longest sender (D1 §5): a company with a longer name is cut, not refused. */
const MAX = 30;

/** The sender that an order begins with: the company's name, empty where it can't be had; null until that is known. */
export function useSenderName(): string | null {
  const info = useApiQuery(clientInfo, {}, { staleTime: STALE_TIME_MS });
  return info.isPending ? null : (info.data?.client_company_name ?? '').trim().slice(0, MAX).trim();
}
