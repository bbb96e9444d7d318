import { useSearchParams } from 'react-router';
import { type DetailScreen, hasReturnFlag } from '#shared/orders/rules/detail-actions.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';

/** Returns the conditions of order actions outside the order: query flag `devolucion` and the client's permission (D1 §4). */
export function useDetailScreen(): DetailScreen {
  const [query] = useSearchParams();
  const { reverseLogistics } = useClientSession();
  return { returnFlag: hasReturnFlag(query), reverseLogistics };
}
