import { useMemo } from 'react';
import type { ItemValues } from '#web/orders/form/order-values.ts';
import type { Products } from './item-sums.ts';
import { type Box, proposedSides } from './proposed-sides.ts';

/** Returns `proposedSides`, computed again only when products or quantities change. */
export function useProposedSides(items: readonly ItemValues[], products: Products): Box | null {
  // Forms change their values in place.
  const contents = JSON.stringify(items.map(({ product_id, quantity }) => ({ product_id, quantity })));
  return useMemo(() => proposedSides(JSON.parse(contents), products), [contents, products]);
}
