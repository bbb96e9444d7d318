import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { OrderEditor } from '#web/orders/form/order-editor.tsx';
import { REVERSE } from '#web/orders/form/order-kind.ts';
import { OrderSkeleton } from '#web/orders/form/order-skeleton.tsx';
import { emptyOrder } from '#web/orders/form/order-values.ts';
import { useSenderName } from '#web/orders/form/use-sender-name.ts';
import { paths } from '#web/paths.ts';

// Loaded on demand: most orders start empty.
const RepeatOrderForm = lazy(() => import('#web/orders/form/copy/repeat-order-form.tsx'));

/** `/logistica-inversa/nueva-orden` (D2 §2): an order of shipments collected at a buyer's address and delivered to the client. */
export default function NewReverseOrder() {
  const sender = useSenderName();
  const [query] = useSearchParams();
  const repeated = query.get('repetir');
  return (
    <>
      <PageHeader
        title="Nueva Orden"
        tabTitle="Nueva Orden de Logística Inversa"
        back={{ to: paths.reverse }}
        subtitle={<span>Logística Inversa</span>}
      />
      {sender === null ? (
        <OrderSkeleton />
      ) : repeated ? (
        <Suspense fallback={<OrderSkeleton />}>
          <RepeatOrderForm
            key={repeated}
            kind={REVERSE}
            source={repeated}
            otherMode={String(REVERSE_MODE)}
            sender={sender}
          />
        </Suspense>
      ) : (
        <OrderEditor
          kind={REVERSE}
          start={emptyOrder({ delivery_mode: String(REVERSE_MODE), sender_name: sender })}
          draftKey="nueva-logistica-inversa"
        />
      )}
    </>
  );
}
