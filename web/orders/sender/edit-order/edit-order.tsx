import { useParams } from 'react-router';
import type { OrderDetail } from '#shared/orders/orders.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { SheetBody } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { useOrder } from '#web/orders/order/use-order.ts';
import { orderPath, paths } from '#web/paths.ts';
import { EditForm } from './edit-form.tsx';

/** The order is not refetched: new data would overwrite the edits in progress. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

/** `/ordenes/editar/{id}` (D1 §2): edits the receiver and address of an order. */
export default function EditOrder() {
  const { id = '' } = useParams();
  const { order, pending, retry } = useOrder(id, { staleTime: NEVER_STALE });
  return (
    <>
      <PageHeader title={`Editar Orden #${id}`} back={{ to: order ? orderPath(order.tracking_id) : paths.orders }} />
      {order ? (
        <EditFormOrReason order={order} />
      ) : pending ? (
        <SheetBody>
          <Skeleton lines={8} />
        </SheetBody>
      ) : (
        <ErrorState
          title="No se pudo obtener la información de la orden"
          text="Por favor, intente nuevamente más tarde o comuníquese con soporte"
          onRetry={retry}
        />
      )}
    </>
  );
}

function EditFormOrReason({ order }: { order: OrderDetail }) {
  if (order.can_request_edit) return <EditForm key={order.tracking_id} order={order} />;
  return (
    <SheetBody>
      <Note tone="warn">{order.blocked?.can_request_edit ?? 'Esta orden no se puede editar'}</Note>
      <p>
        <LinkButton to={orderPath(order.tracking_id)}>Ver la orden</LinkButton>
      </p>
    </SheetBody>
  );
}
