import { lazy, Suspense, useState } from 'react';
import type { OrderDetail } from '#shared/orders.ts';
import type { Product } from '#shared/products.ts';
import { useOrder } from '#web/parts/order-query/use-order.ts';
import { useCatalogue } from '#web/parts/product-picker/use-catalogue.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import type { CopiedOrder } from './copied-order.ts';
import { OrderEditor, type OrderEditorProps } from './order-editor.tsx';
import { OrderSkeleton } from './order-skeleton.tsx';

const CopyLosses = lazy(() => import('./copy-losses.tsx'));

/** The order is not refetched: new data would overwrite the edits in progress. */
export const NEVER_STALE = Number.POSITIVE_INFINITY;

interface CopyFormProps extends Omit<OrderEditorProps, 'start'> {
  /** Tracking id or numeric id of the order to copy. */
  source: string;
  copy: (order: OrderDetail, products: Iterable<Product>) => CopiedOrder;
}

/** Order form that is filled in from an existing order. */
export function CopyForm({ source, copy, ...editor }: CopyFormProps) {
  const { order, pending, retry } = useOrder(source, { staleTime: NEVER_STALE });
  const catalogue = useCatalogue();
  const [copied, setCopied] = useState<CopiedOrder | null>(null);
  // Created once: later responses must not overwrite typed values.
  if (!copied && order && !catalogue.loading && !catalogue.failed) setCopied(copy(order, catalogue.byId.values()));

  if (copied) {
    return (
      <>
        <OrderEditor {...editor} start={copied.values} />
        {copied.missing.length + copied.excess.length + copied.leftOut.length > 0 && (
          <Suspense fallback={null}>
            <CopyLosses copied={copied} partial={catalogue.more} />
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
