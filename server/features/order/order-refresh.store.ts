import { run, type Trx } from '#server/db/connection.ts';
import type { OrderFacts, ShipmentFacts } from '#shared/rules/order-actions.ts';
import { isShipmentStateCode } from '#shared/rules/shipment-states.ts';
import type { OrderFlags, ShipmentFlags } from './order-flags.ts';

/** What is stored of an order that its flags depend on; `shipmentIds` go with `facts.shipments`. */
export interface StoredOrder {
  id: number;
  facts: OrderFacts;
  shipmentIds: number[];
}

interface OrderRow {
  id: number;
  prepaid: boolean;
  paid: boolean;
  open: boolean;
  has_init_point: boolean;
  modification_pending: boolean;
  shipments: { id: number; state: string; state_code: string | null; returned: boolean; printed: boolean }[];
}

/** Locks the client's orders, always in the order of their ids, so that two writers never wait for each other. */
export async function lockOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<void> {
  await run(trx, 'SELECT FROM orders WHERE client_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE', [
    clientId,
    ids,
  ]);
}

/** Facts of the client's orders, as they are in this transaction. */
export async function storedOrders(trx: Trx, clientId: number, ids: readonly number[]): Promise<StoredOrder[]> {
  const rows = await run<OrderRow>(
    trx,
    `SELECT o.id, o.prepaid, o.paid_at IS NOT NULL AS paid, coalesce(o.merchant_order_state = 54, false) AS open,
       o.init_point IS NOT NULL AS has_init_point,
       coalesce(o.last_modification_state = 'Pendiente', false) AS modification_pending,
       coalesce((
         SELECT json_agg(json_build_object('id', s.id, 'state', s.state, 'state_code', s.state_code,
           'returned', s.return_requested_at IS NOT NULL, 'printed', s.printed) ORDER BY s.n)
         FROM shipments s WHERE s.client_id = o.client_id AND s.order_pk = o.id
       ), '[]') AS shipments
     FROM orders o WHERE o.client_id = $1 AND o.id = ANY($2::bigint[])`,
    [clientId, ids],
  );
  return rows.map(({ id, shipments, ...order }) => ({
    id,
    shipmentIds: shipments.map((shipment) => shipment.id),
    facts: {
      prepaid: order.prepaid,
      paid: order.paid,
      openMerchantOrder: order.open ? { hasInitPoint: order.has_init_point } : null,
      approvedPayment: order.paid,
      modificationPending: order.modification_pending,
      shipments: shipments.map(
        ({ state, state_code, returned, printed }): ShipmentFacts => ({
          stateText: state,
          stateCode: state_code !== null && isShipmentStateCode(state_code) ? state_code : null,
          returnRequested: returned,
          printed,
        }),
      ),
    },
  }));
}

/** Writes flags where they changed; the time of change stays, because flags aren't what a sender calls a change. */
export async function writeFlags(
  trx: Trx,
  clientId: number,
  orders: readonly ({ id: number } & OrderFlags)[],
  shipments: readonly ({ id: number } & ShipmentFlags)[],
): Promise<void> {
  await Promise.all([
    run(
      trx,
      `UPDATE orders o SET order_state = f.order_state, state_group = f.state_group, printed = f.printed,
         printable = f.printable, payable = f.payable, can_generate_merchant_order = f.can_generate_merchant_order,
         can_request_edit = f.can_request_edit, cancellable = f.cancellable
       FROM json_to_recordset($2) AS f (id bigint, order_state text, state_group text, printed boolean,
         printable boolean, payable boolean, can_generate_merchant_order boolean, can_request_edit boolean,
         cancellable boolean)
       WHERE o.client_id = $1 AND o.id = f.id
         AND (o.order_state, o.state_group, o.printed, o.printable, o.payable, o.can_generate_merchant_order,
           o.can_request_edit, o.cancellable)
         IS DISTINCT FROM (f.order_state, f.state_group, f.printed, f.printable, f.payable,
           f.can_generate_merchant_order, f.can_request_edit, f.cancellable)`,
      [clientId, JSON.stringify(orders)],
    ),
    run(
      trx,
      `UPDATE shipments s SET printable = f.printable, cancellable = f.cancellable, can_return = f.can_return
       FROM json_to_recordset($2) AS f (id bigint, printable boolean, cancellable boolean, can_return boolean)
       WHERE s.client_id = $1 AND s.id = f.id
         AND (s.printable, s.cancellable, s.can_return) IS DISTINCT FROM (f.printable, f.cancellable, f.can_return)`,
      [clientId, JSON.stringify(shipments)],
    ),
  ]);
}
