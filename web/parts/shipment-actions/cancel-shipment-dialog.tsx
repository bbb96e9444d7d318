import { listOrders, readOrder } from '#shared/orders.ts';
import { cancelShipment, listShipments, readShipment } from '#shared/shipments.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asFailure } from '#web/lib/call-failure.ts';
import { refreshCalls } from '#web/lib/queries.ts';
import { useSend } from '#web/lib/send.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before a shipment is cancelled, does it, and says how it went (D1 §8). Open while there is a label. */
export function CancelShipmentDialog({ label, onClose }: { label: string | null; onClose: () => void }) {
  const { send } = useSend(cancelShipment);

  const cancel = async (id: string) => {
    try {
      await send({ params: { id } });
      alerts.success('Envío cancelado', `El envío ${id} ha sido cancelado con éxito`);
    } catch (error) {
      const { status, firstMessage } = asFailure(error);
      // Its own reason says more than the specified sentence.
      const reason = status >= 400 && status < 500 ? [firstMessage] : [];
      alerts.danger('Error', `Ocurrió un error al cancelar el envío ${id}`, [
        'Por favor, vuelva a intentarlo más tarde',
        ...reason,
      ]);
    }
    void refreshCalls(listShipments, readShipment, listOrders, readOrder);
  };

  return (
    <ConfirmDialog
      open={label !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Cancelar envío"
      message={`Vas a cancelar el envío ${label ?? ''}.`}
      description="El resto de los envíos asociados a la orden seguirán su curso normal"
      danger
      confirmText="Cancelar envío"
      onConfirm={() => label && cancel(label)}
    />
  );
}
