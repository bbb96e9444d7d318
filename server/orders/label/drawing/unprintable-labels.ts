import type { Trx } from '#server/db/connection.ts';
import { printRefusalReasons } from '#server/orders/domain/flags/order-flags.ts';
import type { LabelRow } from '#server/orders/label/label.store.ts';
import { Failure, type FieldError } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** A requested order or shipment that may not be printed. */
export interface UnprintableLabel {
  orderId: number;
  /** Absent for a whole order. */
  shipmentId?: number;
  /** Name in the message: 'el envío 7K3MQ9XW2RT-1'. */
  name: string;
}

/** Returns the shipments that may not be printed. */
export const unprintableShipments = (rows: readonly LabelRow[]): UnprintableLabel[] =>
  rows
    .filter((row) => !row.printable)
    .map((row) => ({ orderId: row.order_pk, shipmentId: row.shipment_id, name: `el envío ${row.label}` }));

/**
 * Refuses a batch that contains unprintable labels.
 *
 * @param field field of the body that contains the ids
 * @throws Failure 422 with the reason for each unprintable label, if there are any
 */
export async function rejectUnprintable(
  trx: Trx,
  clientId: number,
  field: string,
  refused: readonly UnprintableLabel[],
): Promise<void> {
  if (refused.length === 0) return;
  const reasons = await printRefusalReasons(trx, clientId, refused);
  const errors = refused.map(({ name }, index): FieldError => {
    const reason = reasons[index] ?? '';
    return { field, message: reason.replace(/^No se puede imprimir/, `No se puede imprimir ${name}`) };
  });
  throw new Failure(422, errors[0]?.message ?? messages.value, errors);
}
