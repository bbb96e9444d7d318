import type { Deps } from '#server/integrations/deps.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { shipmentState } from '#shared/orders/rules/shipment/shipment-states.ts';
import type * as calls from '#shared/orders/staff-manifests.ts';
import { readScanned, type ScannedShipment } from './hand-over.store.ts';
import { manifestKey } from './manifest.ts';
import { readCodes } from './scanned-codes.ts';

const SURPLUS = 'No está en el manifiesto: se retira igual y queda anotado';
const BEFORE = 'Ya estaba retirado';
const CORRECTED = 'Su retiro con este manifiesto se corrigió: va en otro manifiesto';

/** Returns why a shipment in its state can't be handed over; null if it can. Recording the event may still refuse it. */
export function refusalOfShipment(shipment: ScannedShipment | undefined): string | null {
  if (!shipment) return 'No existe ese bulto';
  const { state_code: code, state } = shipment;
  if (code === 'cancelado') return 'El envío está cancelado: no se retira';
  if (code === 'pendiente_pago') return 'Falta pagar la orden: no se retira';
  if (code !== null && shipmentState(code).final) return `El envío ya finalizó: ${state}`;
  // Repeating the call must not collect it again, and saying that it was collected would lose a true hand-over.
  return shipment.handed_over && !shipment.collected ? CORRECTED : null;
}

/** Says what the hand-over of a manifest would do with scanned codes. Changes nothing. @throws Failure 404 */
export async function checkCodes(
  deps: Deps,
  number: string,
  codes: readonly string[],
): Promise<ReplyOf<typeof calls.checkCodes>['results']> {
  const key = await manifestKey(deps, number);
  const scanned = await readCodes(deps, key, codes);
  const labels = scanned.flatMap((one) => (one.kind === 'shipment' ? one.label : []));
  const found = await deps.db.withClient(key.clientId, (trx) => readScanned(trx, key, labels));
  const shipments = new Map(found.map((shipment) => [shipment.label, shipment]));
  return codes.map((code, index) => {
    const one = scanned[index] as (typeof scanned)[number];
    if (one.kind === 'manifest') return { code, shipment_id: null, result: 'listed', reason: null };
    if (one.kind === 'refused') return { code, shipment_id: one.label, result: 'refused', reason: one.reason };
    const shipment = shipments.get(one.label);
    const reason = refusalOfShipment(shipment) ?? (shipment?.collected && !shipment.handed_over ? BEFORE : null);
    const result = reason ? 'refused' : shipment?.listed ? 'listed' : 'surplus';
    return { code, shipment_id: one.label, result, reason: result === 'surplus' ? SURPLUS : reason };
  });
}
