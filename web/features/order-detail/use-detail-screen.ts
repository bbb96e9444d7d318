import { useSearchParams } from 'react-router';
import { type DetailScreen, hasReturnFlag } from '#shared/rules/detail-actions.ts';
import { useClientSession } from '#web/lib/session-store.ts';

/** What the screen itself adds to an order's actions: its query flag `devolucion`, and the client's feature (D1 §4). */
export function useDetailScreen(): DetailScreen {
  const [query] = useSearchParams();
  const { reverseLogistics } = useClientSession();
  return { returnFlag: hasReturnFlag(query), reverseLogistics };
}
