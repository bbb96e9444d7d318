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
import { NewReverseOrder } from './new-reverse-order.tsx';
import { firstMode, offeredModes } from './offered-modes.ts';
import { reverseSource } from './reverse-order.ts';

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
        <NewReverseOrder key={query.toString()} source={source} sender={sender} />
      ) : offered && !info.isPending ? (
        <NewOrderForm
          modes={offered}
          start={emptyOrder({ delivery_mode: firstMode(offered, username), sender_name: sender })}
          draftKey="nueva-orden"
        />
      ) : modes.isError ? (
        <ErrorState onRetry={() => void modes.refetch()} />
      ) : (
        <SheetBody>
          <Skeleton lines={8} />
        </SheetBody>
      )}
    </>
  );
}
