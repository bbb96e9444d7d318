import { useEffect, useEffectEvent, useState } from 'react';
import type { Product } from '#shared/orders/product/products.ts';
import { productsBySku } from '#web/orders/form/shipments/products-by-sku.ts';
import type { Catalogue } from '#web/orders/product/use-catalogue.ts';
import type { CopiedOrder } from './copied-order.ts';
import CopyLosses from './losses.tsx';

interface CopyLookupProps {
  /** A copied order that lacks something of the original. */
  copied: CopiedOrder;
  catalogue: Pick<Catalogue, 'add' | 'more'>;
  /** Called once the products that were found are in the catalogue, and if the look-up failed. */
  onLookedUp: () => void;
}

/** Looks up the products that a copied order lacks by their SKU (D1 §9), then lists what it still lacks. */
export default function CopyLookup({ copied, catalogue, onLookedUp }: CopyLookupProps) {
  const [skus] = useState(() => copied.missing.map(({ sku }) => sku));
  const [state, setState] = useState<'running' | 'done' | 'failed'>(skus.length > 0 ? 'running' : 'done');
  const finish = useEffectEvent((products: readonly Product[] | null) => {
    for (const product of products ?? []) catalogue.add(product);
    setState(products ? 'done' : 'failed');
    onLookedUp();
  });
  useEffect(() => {
    if (skus.length > 0) void productsBySku(skus).then(finish, () => finish(null));
  }, [skus]);
  if (state === 'running') return null;
  return <CopyLosses copied={copied} partial={catalogue.more && state === 'failed'} />;
}
