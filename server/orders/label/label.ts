import type { Deps } from '#server/integrations/deps.ts';
import { printRefusalReasons } from '#server/orders/domain/flags/order-flags.ts';
import { parseOrderKey, parseShipmentKey } from '#server/orders/domain/row-keys.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { deliverLabels } from './delivery.ts';
import { labelOfShipment, labelsOfOrder } from './label.store.ts';

/**
 * Prints the labels of an order's printable shipments as one PDF, in the client's print settings (D1 §7).
 *
 * @param orderId the client's own number, which must be the number of the order `id` (readings C9)
 * @throws Failure 404 for an order of another client, 422 with the reason if no shipment may be printed
 */
export async function printOrder(
  deps: Deps,
  caller: Caller,
  { id, orderId }: { id: string; orderId: string },
  signal: AbortSignal,
): Promise<Download> {
  const rows = await deps.db.withClient(caller.clientId, (trx) =>
    labelsOfOrder(trx, caller.clientId, parseOrderKey(id)),
  );
  const [first] = rows;
  if (first?.order_id !== orderId) throw new Failure(404, messages.notFound);
  const printable = rows.filter((row) => row.printable);
  if (printable.length === 0) return refuse(deps, caller, { orderId: first.order_pk });
  return deliverLabels(deps, caller, printable, { format: 'pdf', name: `etiquetas-${first.tracking_id}` }, signal);
}

/**
 * Prints the label of one shipment as PDF (D1 §7).
 *
 * @throws Failure 404 if the two ids aren't of one shipment of the client, 422 with the reason if it may not be printed
 */
export async function printShipment(
  deps: Deps,
  caller: Caller,
  { id, shipmentId }: { id: string; shipmentId: string },
  signal: AbortSignal,
): Promise<Download> {
  const [one, other] = [parseShipmentKey(id), parseShipmentKey(shipmentId)];
  const row = await deps.db.withClient(caller.clientId, (trx) => labelOfShipment(trx, caller.clientId, one, other));
  if (!row) throw new Failure(404, messages.notFound);
  if (!row.printable) return refuse(deps, caller, { orderId: row.order_pk, shipmentId: row.shipment_id });
  return deliverLabels(deps, caller, [row], { format: 'pdf', name: `etiqueta-${row.label}` }, signal);
}

async function refuse(
  deps: Deps,
  { clientId }: Caller,
  refused: { orderId: number; shipmentId?: number },
): Promise<never> {
  const [reason] = await deps.db.withClient(clientId, (trx) => printRefusalReasons(trx, clientId, [refused]));
  throw new Failure(422, reason ?? messages.notFound);
}
