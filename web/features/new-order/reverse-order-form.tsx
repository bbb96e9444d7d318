import { lazy, Suspense, useState } from 'react';
import { REVERSE_MODE } from '#shared/rules/delivery-modes.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { OrderEditor } from '#web/parts/order-form/order-editor.tsx';
import { REVERSE_OF_ORDER } from '#web/parts/order-form/order-kind.ts';
import { OrderSkeleton } from '#web/parts/order-form/order-skeleton.tsx';
import { useOrder } from '#web/parts/order-query/use-order.ts';
import { useCatalogue } from '#web/parts/product-picker/use-catalogue.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { reverseOrder } from './reverse-order.ts';
import type { ReverseSource } from './reverse-source.ts';

const MissingProducts = lazy(() => import('./missing-products.tsx'));

const MODES = [{ id: String(REVERSE_MODE), name: 'Logística inversa' }];

/** The order is not refetched: new data would overwrite the edits in progress. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

/** The form of a reverse order that returns parcels of an existing order (D1 §2): filled in from that order, its mode fixed. */
export default function ReverseOrderForm({ source, sender }: { source: ReverseSource; sender: string }) {
  const { reverseLogistics } = useClientSession();
  const { order, pending, retry } = useOrder(reverseLogistics ? source.order : null, { staleTime: NEVER_STALE });
  const catalogue = useCatalogue();
  const [draft, setDraft] = useState<ReturnType<typeof reverseOrder> | null>(null);
  // Created once: later responses must not overwrite typed values.
  if (!draft && order && !catalogue.loading) setDraft(reverseOrder(order, source, catalogue.byId.values(), sender));

  if (!reverseLogistics) {
    return (
      <ErrorState title="Tu cuenta no tiene habilitada la logística inversa" text="Consultá a tu ejecutivo de cuenta" />
    );
  }
  if (draft) {
    return (
      <>
        <OrderEditor
          kind={REVERSE_OF_ORDER}
          modes={MODES}
          start={draft.values}
          draftKey={`logistica-inversa-${source.order}`}
        />
        {draft.missing.length > 0 && (
          <Suspense fallback={null}>
            <MissingProducts items={draft.missing} />
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
  return <OrderSkeleton />;
}
