import { useState } from 'react';
import { listShipments, readShipment, returnShipment, type ShipmentDetail } from '#shared/orders/shipments.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { AnchorButton, Button } from '#web/kit/ui/button.tsx';
import { ExternalLink, Printer as PrinterIcon, Undo2 } from '#web/kit/ui/display/icons.ts';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { shipmentJob } from '#web/orders/print/label-jobs.ts';
import { printAction } from '#web/orders/print/print-button.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';

/** Link to the tracking page, and the return request (D2 §2). */
export function ShipmentLinks({ shipment }: { shipment: ShipmentDetail }) {
  const trackingUrl = useTrackingUrl();
  const noOrders = usePermissionReason('orders');
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <AnchorButton href={trackingUrl(shipment.shipment_id)} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
        Seguimiento
      </AnchorButton>
      {shipment.can_return && (
        <Button icon={<Undo2 />} disabledReason={noOrders} onClick={() => setConfirming(true)}>
          Solicitud de devolución
        </Button>
      )}
      <ReturnDialog shipment={shipment} open={confirming} onOpenChange={setConfirming} />
    </>
  );
}

/** The primary button; on a phone at the bottom of the page. */
export function PrintLabelButton({ shipment, printer }: { shipment: ShipmentDetail; printer: Printer }) {
  const job = shipmentJob(shipment);
  return (
    <Button
      variant="primary"
      icon={<PrinterIcon />}
      disabledReason={usePermissionReason('orders')}
      busy={printer.working === job.key}
      onClick={() => void printer.print(job)}
    >
      {printAction(shipment)} Etiqueta
    </Button>
  );
}

interface ReturnDialogProps {
  shipment: ShipmentDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Confirms a return request and shows the server's response (D2 §8). */
function ReturnDialog({ shipment: { id, shipment_id }, open, onOpenChange }: ReturnDialogProps) {
  const { send } = useApiMutation(returnShipment);
  const request = async () => {
    try {
      const { message } = await send({ params: { id: String(id) } });
      alerts.success(message);
    } catch (error) {
      alerts.failure(error, asApiError(error).message);
    }
    await invalidateApiQueries(readShipment, listShipments);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Solicitud de devolución"
      message={`Vas a pedir la devolución del envío ${shipment_id}.`}
      description="El paquete vuelve a tu domicilio de colecta"
      confirmText="Solicitar devolución"
      onConfirm={request}
    />
  );
}
