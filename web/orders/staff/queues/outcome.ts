import { formatTimestamp } from '#shared/kit/text/format.ts';
import type { RequestState } from '#shared/orders/requests.ts';

interface DecidedRequest {
  state: RequestState;
  decided_by: string | null;
  decided_at: string | null;
  reason: string | null;
}

/** Describes how a request was decided, by whom and when; null for one that waits. */
export function outcomeText({ state, decided_by, decided_at, reason }: DecidedRequest): string | null {
  if (state === 'Pendiente') return null;
  const who = decided_by ? ` por ${decided_by}` : '';
  return `${state}${who}, ${formatTimestamp(decided_at)}${reason ? `: ${reason}` : ''}`;
}
