import { countCodePoints } from '#shared/kit/text/code-points.ts';
import {
  BUYER_MINIMUM,
  BUYER_TEXT,
  type Buyer,
  type BuyerAddress,
  type BuyerField,
  findBuyers,
} from '#shared/orders/buyers.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useDebounced } from '#web/kit/lib/use-debounced.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';

/** Debounce: milliseconds without a change before the gateway is called. */
const DEBOUNCE_MS = 250;

/** Most suggestions of one field. */
const MAX_SUGGESTED = 8;

/** A buyer at one of the addresses; null for one whose orders all went to pickup points. */
export interface KnownBuyer {
  buyer: Buyer;
  address: BuyerAddress | null;
}

/**
 * Finds the client's buyers, one entry for each address. A failed search finds nobody: the form works without it.
 *
 * @param typed the typed text; empty disables the search
 */
export function useKnownBuyers(by: BuyerField, typed: string): readonly KnownBuyer[] {
  const refused = usePermissionReason('orders');
  const text = typed.trim();
  const [debounced] = useDebounced(text, DEBOUNCE_MS);
  const length = countCodePoints(text);
  const searchable = !refused && text === debounced && length >= BUYER_MINIMUM[by] && length <= BUYER_TEXT.max;
  const { data } = useApiQuery(findBuyers, searchable ? { query: { by, q: text } } : null);
  const found = data?.results ?? [];
  return found
    .flatMap((buyer) => (buyer.addresses.length > 0 ? buyer.addresses : [null]).map((address) => ({ buyer, address })))
    .slice(0, MAX_SUGGESTED);
}
