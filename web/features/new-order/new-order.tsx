import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { clientInfo } from '#shared/account.ts';
import { deliveryModes } from '#shared/places.ts';
import { useCall } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { emptyOrder } from '#web/parts/order-form/order-values.ts';
import { paths } from '#web/paths.ts';
import { SheetBody } from '#web/ui/layouts.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/void.tsx';
import { NewOrderForm } from './new-order-form.tsx';
import { firstMode, offeredModes } from './offered-modes.ts';
import { reverseSource } from './reverse-source.ts';

// Most orders go out: those that come back fetch what they need when they are written.
const NewReverseOrder = lazy(() => import('./new-reverse-order.tsx'));

const TITLE = 'Nueva Orden';

/** An hour: neither changes while an order is written. */
const SELDOM = 3_600_000;

/** Longest sender (D1 §5): a company with a longer name is cut, not refused. */
const SENDER_MAX = 30;

/** `/ordenes/nueva-orden` (D1 §2): waits for what the form begins with. */
export default function NewOrder() {
  const { username } = useClientSession();
  const [query] = useSearchParams();
  const source = reverseSource(query);
  const modes = useCall(deliveryModes, {}, { staleTime: SELDOM });
  const info = useCall(clientInfo, {}, { staleTime: SELDOM });
  const offered = modes.data && offeredModes(modes.data.results ?? []);
  const sender = (info.data?.client_company_name ?? '').trim().slice(0, SENDER_MAX).trim();

  return (
    <>
      <PageHead title={TITLE} back={{ to: paths.orders }} />
      {source && !info.isPending ? (
        <Suspense fallback={<Bones />}>
          <NewReverseOrder key={query.toString()} source={source} sender={sender} />
        </Suspense>
      ) : offered && !info.isPending ? (
        <NewOrderForm
          modes={offered}
          start={emptyOrder({ delivery_mode: firstMode(offered, username), sender_name: sender })}
          draftKey="nueva-orden"
        />
      ) : modes.isError ? (
        <ErrorState onRetry={() => void modes.refetch()} />
      ) : (
        <Bones />
      )}
    </>
  );
}

function Bones() {
  return (
    <SheetBody>
      <Skeleton lines={8} />
    </SheetBody>
  );
}
