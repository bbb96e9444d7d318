import { lazy, Suspense, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { deliveryModes } from '#shared/lookups.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { OrderEditor } from '#web/parts/order-form/order-editor.tsx';
import { OUTGOING_ORDER } from '#web/parts/order-form/order-kind.ts';
import { OrderSkeleton } from '#web/parts/order-form/order-skeleton.tsx';
import { emptyOrder } from '#web/parts/order-form/order-values.ts';
import { useSenderName } from '#web/parts/order-form/use-sender-name.ts';
import { paths } from '#web/paths.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { availableModes, firstMode, rememberMode } from './offered-modes.ts';
import { reverseSource } from './reverse-source.ts';

// Most orders go out: those that come back fetch what they need when they are written.
const ReverseOrderForm = lazy(() => import('./reverse-order-form.tsx'));

/** An hour: the modes don't change while an order is written. */
const STALE_TIME_MS = 3_600_000;

/** `/ordenes/nueva-orden` (D1 §2): waits for what the form begins with. */
export default function NewOrder() {
  const { username } = useClientSession();
  const [query] = useSearchParams();
  const source = reverseSource(query);
  const modes = useApiQuery(deliveryModes, {}, { staleTime: STALE_TIME_MS });
  const offered = modes.data && availableModes(modes.data.results ?? []);
  const sender = useSenderName();
  // The form is large: deferred, it is drawn in slices, between which the page listens.
  const ready = useDeferredValue(offered !== undefined && sender !== null);

  return (
    <>
      <PageHeader title="Nueva Orden" back={{ to: paths.orders }} />
      {source && sender !== null ? (
        <Suspense fallback={<OrderSkeleton />}>
          <ReverseOrderForm key={query.toString()} source={source} sender={sender} />
        </Suspense>
      ) : ready && offered && sender !== null ? (
        <OrderEditor
          kind={OUTGOING_ORDER}
          modes={offered}
          start={emptyOrder({ delivery_mode: firstMode(offered, username), sender_name: sender })}
          draftKey="nueva-orden"
          onSaved={(mode) => rememberMode(String(mode), username)}
        />
      ) : modes.isError ? (
        <ErrorState onRetry={() => void modes.refetch()} />
      ) : (
        <OrderSkeleton />
      )}
    </>
  );
}
