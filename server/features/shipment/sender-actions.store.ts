import { run, type Trx } from '#server/db/connection.ts';
import type { Key } from '#server/domain/resolve.ts';

/** The order and the label of the client's shipment that a key names; null when there is none such. */
export async function orderOfShipment(
  trx: Trx,
  clientId: number,
  { column, value }: Key<'label' | 'id'>,
): Promise<{ order_pk: number; label: string } | null> {
  const [found] = await run<{ order_pk: number; label: string }>(
    trx,
    `SELECT order_pk, label FROM shipments WHERE client_id = $1 AND ${column} = $2`,
    [clientId, value],
  );
  return found ?? null;
}
