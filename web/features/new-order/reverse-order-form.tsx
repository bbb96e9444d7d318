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

/** What is being written may not be overwritten by what is read meanwhile. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

/** The form of an order that brings parcels of another one back (D1 §2): filled in from it, its mode locked. */
export default function ReverseOrderForm({ source, sender }: { source: ReverseSource; sender: string }) {
  const { reverseLogistics } = useClientSession();
  const { order, pending, retry } = useOrder(reverseLogistics ? source.order : null, { staleTime: NEVER_STALE });
  const catalogue = useCatalogue();
  const [made, setMade] = useState<ReturnType<typeof reverseOrder> | null>(null);
  // Made once: later answers must not overwrite what was typed.
  if (!made && order && !catalogue.loading) setMade(reverseOrder(order, source, catalogue.byId.values(), sender));

  if (!reverseLogistics) {
    return (
      <ErrorState title="Tu cuenta no tiene habilitada la logística inversa" text="Consultá a tu ejecutivo de cuenta" />
    );
  }
  if (made) {
    return (
      <>
        <OrderEditor
          kind={REVERSE_OF_ORDER}
          modes={MODES}
          start={made.values}
          draftKey={`logistica-inversa-${source.order}`}
        />
        {made.missing.length > 0 && (
          <Suspense fallback={null}>
            <MissingProducts items={made.missing} />
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
