import { lazy, Suspense, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { deliveryModes } from '#shared/places.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { OrderBones } from '#web/parts/order-form/order-bones.tsx';
import { OrderEditor } from '#web/parts/order-form/order-editor.tsx';
import { OUTGOING } from '#web/parts/order-form/order-kind.ts';
import { emptyOrder } from '#web/parts/order-form/order-values.ts';
import { useSenderName } from '#web/parts/order-form/use-sender-name.ts';
import { paths } from '#web/paths.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { ErrorState } from '#web/ui/void.tsx';
import { firstMode, offeredModes, rememberMode } from './offered-modes.ts';
import { reverseSource } from './reverse-source.ts';

// Most orders go out: those that come back fetch what they need when they are written.
const OrderBack = lazy(() => import('./order-back.tsx'));

/** An hour: the modes don't change while an order is written. */
const SELDOM = 3_600_000;

/** `/ordenes/nueva-orden` (D1 §2): waits for what the form begins with. */
export default function NewOrder() {
  const { username } = useClientSession();
  const [query] = useSearchParams();
  const source = reverseSource(query);
  const modes = useCall(deliveryModes, {}, { staleTime: SELDOM });
  const offered = modes.data && offeredModes(modes.data.results ?? []);
  const sender = useSenderName();
  // The form is large: deferred, it is drawn in slices, between which the page listens.
  const ready = useDeferredValue(offered !== undefined && sender !== null);

  return (
    <>
      <PageHead title="Nueva Orden" back={{ to: paths.orders }} />
      {source && sender !== null ? (
        <Suspense fallback={<OrderBones />}>
          <OrderBack key={query.toString()} source={source} sender={sender} />
        </Suspense>
      ) : ready && offered && sender !== null ? (
        <OrderEditor
          kind={OUTGOING}
          modes={offered}
          start={emptyOrder({ delivery_mode: firstMode(offered, username), sender_name: sender })}
          draftKey="nueva-orden"
          onSaved={(mode) => rememberMode(String(mode), username)}
        />
      ) : modes.isError ? (
        <ErrorState onRetry={() => void modes.refetch()} />
      ) : (
        <OrderBones />
      )}
    </>
  );
}
