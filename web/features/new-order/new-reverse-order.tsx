import { useMemo } from 'react';
import { type OrderDetail, readOrder } from '#shared/orders.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useCatalogue } from '#web/parts/product-picker/use-catalogue.ts';
import { SheetBody } from '#web/ui/layouts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/void.tsx';
import { MissingProducts } from './missing-products.tsx';
import { NewOrderForm } from './new-order-form.tsx';
import { REVERSE_MODE, reverseOrder } from './reverse-order.ts';
import type { ReverseSource } from './reverse-source.ts';

const MODES = [{ id: REVERSE_MODE, name: 'Logística inversa' }];

/** What is being written may not be overwritten by what is read meanwhile. */
const ONCE = Number.POSITIVE_INFINITY;

/** The form of an order that brings parcels of another one back (D1 §2): filled in from it, its mode locked. */
export default function NewReverseOrder({ source, sender }: { source: ReverseSource; sender: string }) {
  const { reverseLogistics } = useClientSession();
  const answer = useCall(readOrder, reverseLogistics ? { params: { id: source.order } } : null, {
    keepPrevious: false,
    staleTime: ONCE,
  });
  const catalogue = useCatalogue();
  const results = answer.data?.results as OrderDetail | OrderDetail[] | undefined;
  const order = Array.isArray(results) ? results[0] : results;
  const settled = order !== undefined && !catalogue.loading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The form begins with what is known once both are read.
  const made = useMemo(
    () => (order && settled ? reverseOrder(order, source, catalogue.byId.values(), sender) : null),
    [settled],
  );

  if (!reverseLogistics) {
    return (
      <ErrorState title="Tu cuenta no tiene habilitada la logística inversa" text="Consultá a tu ejecutivo de cuenta" />
    );
  }
  if (made) {
    return (
      <>
        <NewOrderForm modes={MODES} start={made.values} draftKey={`logistica-inversa-${source.order}`} reverse />
        <MissingProducts items={made.missing} />
      </>
    );
  }
  if (answer.isError) {
    return (
      <ErrorState
        title="No se pudo obtener la información de la orden"
        text="Por favor, intente nuevamente más tarde o comuníquese con soporte"
        onRetry={() => void answer.refetch()}
      />
    );
  }
  return (
    <SheetBody>
      <Skeleton lines={8} />
    </SheetBody>
  );
}
