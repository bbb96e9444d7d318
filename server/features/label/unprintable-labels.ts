import type { Trx } from '#server/db/connection.ts';
import { printRefusalReasons } from '#server/domain/order-flags.ts';
import { Failure, type FieldError } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { LabelRow } from './label.store.ts';

/** Something of the client that was asked for and may not be printed. */
export interface UnprintableLabel {
  orderId: number;
  /** Without it the whole order. */
  shipmentId?: number;
  /** 'el envío 7K3MQ9XW2RT-1' */
  name: string;
}

/** The shipments among some that may not be printed. */
export const unprintableShipments = (rows: readonly LabelRow[]): UnprintableLabel[] =>
  rows
    .filter((row) => !row.printable)
    .map((row) => ({ orderId: row.order_pk, shipmentId: row.shipment_id, name: `el envío ${row.label}` }));

/**
 * Refuses a batch because of what may not be printed.
 *
 * @param field of the body that named it
 * @throws Failure 422 with all reasons, each saying what it is about; nothing when there is none
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
