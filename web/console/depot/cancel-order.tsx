import { useState } from 'react';
import { cancelFulfillment, type OperatorFulfillmentDetail } from '#shared/ops/fulfillment.ts';
import type { Me } from '#web/console/me.ts';
import { ReasonDialog } from '#web/console/reason-dialog.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';

interface CancelOrderProps {
  order: OperatorFulfillmentDetail;
  me: Me;
  onChanged: () => void;
}

/** Cancels an order that isn't prepared, with its parcels, after asking for the reason. */
export function CancelOrder({ order, me, onChanged }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const { send, pending } = useApiMutation(cancelFulfillment);
  const cancel = async (reason: string) => {
    try {
      const { message } = await send({ params: { clientId: order.client_id, id: order.id }, body: { reason } });
      alerts.success(message);
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
    onChanged();
  };
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
