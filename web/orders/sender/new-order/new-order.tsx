import { lazy, Suspense, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { deliveryModes } from '#shared/orders/lookups.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { storage } from '#web/kit/lib/storage.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { OrderEditor } from '#web/orders/form/order-editor.tsx';
import { OUTGOING_ORDER } from '#web/orders/form/order-kind.ts';
import { OrderSkeleton } from '#web/orders/form/order-skeleton.tsx';
import { emptyOrder } from '#web/orders/form/order-values.ts';
import { useSenderName } from '#web/orders/form/use-sender-name.ts';
import { paths } from '#web/paths.ts';
import { reverseSource } from './reverse-source.ts';

// Loaded on demand: most orders start empty.
const ReverseOrderForm = lazy(() => import('./reverse-order-form.tsx'));
const RepeatOrderForm = lazy(() => import('#web/orders/form/copy/repeat-order-form.tsx'));

/** One hour: delivery modes rarely change. */
const STALE_TIME_MS = HOUR_MS;

/** Delivery modes of this screen; reverse logistics (mode 4) has its own screen. */
const OFFERED: readonly string[] = ['1', '2', '3', '5'];

type Mode = ReplyOf<typeof deliveryModes>['results'][number];

/** Returns the client's delivery modes that this screen offers. */
function availableModes(modes: readonly Mode[]): Mode[] {
  return modes.filter(({ id }) => OFFERED.includes(String(id))).map(({ id, name }) => ({ id: String(id), name }));
}

const keyOf = (username: string) => `delivery_mode:${encodeURIComponent(username)}`;

/** Returns the initial mode: that of this user's last order, otherwise the first mode. */
function firstMode(modes: readonly Mode[], username: string): string {
  const last = storage.read(keyOf(username));
  return (modes.find(({ id }) => id === last) ?? modes[0])?.id ?? '';
}

function rememberMode(id: string, username: string): void {
  storage.write(keyOf(username), id);
}

/** `/ordenes/nueva-orden` (D1 §2): shows the form once its initial values are loaded. */
export default function NewOrder() {
  const { username } = useClientSession();
  const [query] = useSearchParams();
  const source = reverseSource(query);
  const repeated = query.get('repetir');
  const modes = useApiQuery(deliveryModes, {}, { staleTime: STALE_TIME_MS });
  const offered = modes.data && availableModes(modes.data.results);
  const sender = useSenderName();
  // The form is large: a deferred render keeps the page responsive.
  const ready = useDeferredValue(offered !== undefined && sender !== null);

  return (
    <>
      <PageHeader title="Nueva Orden" back={{ to: paths.orders }} />
      {source && sender !== null ? (
        <Suspense fallback={<OrderSkeleton />}>
          <ReverseOrderForm key={query.toString()} source={source} sender={sender} />
        </Suspense>
      ) : repeated && offered && sender !== null ? (
        <Suspense fallback={<OrderSkeleton />}>
          <RepeatOrderForm
            key={repeated}
            kind={OUTGOING_ORDER}
            source={repeated}
            modes={offered}
            otherMode={firstMode(offered, username)}
            sender={sender}
          />
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
