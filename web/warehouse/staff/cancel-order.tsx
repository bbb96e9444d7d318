import { useState } from 'react';
import {
  cancelFulfillment,
  clientFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { ReasonDialog } from '#web/console/reason-dialog.tsx';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Button } from '#web/ui/button.tsx';

/** Cancels an order that isn't prepared, with its parcels, after asking for the reason. */
export function CancelOrder({ order, me }: { order: OperatorFulfillmentDetail; me: Me }) {
  const [asking, setAsking] = useState(false);
  const { send, pending } = useApiMutation(cancelFulfillment);
  const params = { clientId: order.client_id, id: order.id };
  const cancel = (reason: string) =>
    runAndRefetch(() => send({ params, body: { reason } }), clientFulfillment, operatorFulfillments);
  return (
    <>
      <Button
        variant="danger"
        busy={pending}
        disabledReason={refusalOf(me, 'warehouse')}
        onClick={() => setAsking(true)}
      >
        Cancelar el pedido
      </Button>
      {asking && (
        <ReasonDialog
          action="cancel-fulfillment"
          title={`Cancelar el pedido ${order.order_id} y sus envíos`}
          saveText="Cancelar el pedido"
          required="Escribí por qué se cancela"
          onClose={() => setAsking(false)}
          onReason={cancel}
        />
      )}
    </>
  );
}
