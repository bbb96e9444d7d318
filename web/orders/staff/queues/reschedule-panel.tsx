import { formatDate, formatTimestamp } from '#shared/kit/text/format.ts';
import { decideReschedule, readReschedule, undoReschedule } from '#shared/orders/staff-reschedules.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Decision } from './decision.tsx';
import type { DecidedPanelProps } from './item-panel.tsx';
import { outcomeText } from './outcome.ts';
import { ShipmentPanel } from './shipment-panel.tsx';

interface ReschedulePanelProps extends DecidedPanelProps {
  /** Whether the shipment is shown below the request. */
  withShipment?: boolean;
}

/** A request for another day of delivery: the day, the note, the decision, and the shipment. */
export function ReschedulePanel({ target, me, onSettled, withShipment = true }: ReschedulePanelProps) {
  const { queue, clientId, id } = target;
  const params = { clientId, id };
  const { data, error, refetch } = useApiQuery(readReschedule, { params });
  const { send, pending } = useApiMutation(decideReschedule);
  const undo = useApiMutation(undoReschedule);
  const request = data?.results;
  if (!request) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />;
  }
  return (
    <>
      <DescriptionList
        groups={[
          [
            { term: 'Día pedido', value: formatDate(request.date) },
            { term: 'Nota', value: request.note },
            { term: 'Pedida', value: formatTimestamp(request.requested_at) },
          ],
        ]}
      />
      <Decision
        queue={queue}
        outcome={outcomeText(request)}
        approveText="Aceptar"
        rejectTitle={`Rechazar la reprogramación del envío ${request.shipment_id}`}
        refused={refusalOf(me, 'modifications')}
        rejectOnly={request.approval_refusal ?? null}
        pending={pending}
        decide={(approved, reason) => send({ params, body: { approved, reason } })}
        undo={() => undo.send({ params })}
        read={readReschedule}
        onSettled={onSettled}
        onRefused={() => void refetch()}
      />
      {withShipment && <ShipmentPanel label={request.shipment_id} />}
    </>
  );
}
