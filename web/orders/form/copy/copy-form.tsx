import { lazy, Suspense, useState } from 'react';
import type { OrderDetail } from '#shared/orders/orders.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { OrderEditor, type OrderEditorProps } from '#web/orders/form/order-editor.tsx';
import { OrderSkeleton } from '#web/orders/form/order-skeleton.tsx';
import { useOrder } from '#web/orders/order/use-order.ts';
import { useCatalogue } from '#web/orders/product/use-catalogue.ts';
import type { CopiedOrder } from './copied-order.ts';

const CopyLookup = lazy(() => import('./lookup.tsx'));

/** The order is not refetched: new data would overwrite the edits in progress. */
export const NEVER_STALE = Number.POSITIVE_INFINITY;

interface CopyFormProps extends Omit<OrderEditorProps, 'start'> {
  /** Tracking id or numeric id of the order to copy. */
  source: string;
  copy: (order: OrderDetail, products: Iterable<Product>) => CopiedOrder;
}

/** Order form that is filled in from an existing order, after SKUs that the catalogue lacks were looked up. */
export function CopyForm({ source, copy, ...editor }: CopyFormProps) {
  const { order, pending, retry } = useOrder(source, { staleTime: NEVER_STALE });
  const catalogue = useCatalogue();
  const [copied, setCopied] = useState<CopiedOrder | null>(null);
  const [lookedUp, setLookedUp] = useState(false);
  const isReady = order && !catalogue.loading && !catalogue.failed;
  const read = copied ?? (isReady ? copy(order, catalogue.byId.values()) : null);
  // Created once: later responses must not overwrite typed values.
  if (read && !copied && (lookedUp || read.missing.length === 0)) setCopied(read);

  if (read) {
    return (
      <>
        {copied ? <OrderEditor {...editor} start={copied.values} /> : <OrderSkeleton />}
        {read.missing.length + read.excess.length + read.leftOut.length > 0 && (
          <Suspense fallback={null}>
            <CopyLookup copied={read} catalogue={catalogue} onLookedUp={() => setLookedUp(true)} />
          </Suspense>
        )}
      </>
    );
  }
  if (!order && !pending) {
    return (
      <ErrorState
        title="No se pudo obtener la información de la orden"
        text="Por favor, intente nuevamente más tarde o comuníquese con soporte"
        onRetry={retry}
      />
    );
  }
  if (catalogue.failed) {
    return <ErrorState title="No pudimos traer tus productos" onRetry={catalogue.retry} />;
  }
  return <OrderSkeleton />;
}
