import { run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { ShipmentSearch } from '#shared/orders/rules/code/shipment-search.ts';
import type { StaffFoundShipment } from '#shared/orders/staff-shipment/staff-search.ts';

const FIND_SHIPMENTS: Statement<StaffFoundShipment> = statement(
  'shipment-search.find-shipments',
  `SELECT $1 AS found_by, f.client_id, c.nombre_empresa AS company, f.order_pk AS id, f.order_id, f.tracking_id,
     f.label AS shipment_id, f.state, wire_time(f.created_at) AS created_at, f.receiver_name, f.receiver_phone, f.document
   FROM find_shipments($1, $2, $3) f JOIN clients c ON c.client_id = f.client_id
   ORDER BY f.created_at DESC, f.order_pk DESC, f.label`,
);

/** Returns shipments of all clients, latest first. @param trx a transaction of the role `provider` */
export function findShipments(trx: Trx, { kind, values }: ShipmentSearch, most: number): Promise<StaffFoundShipment[]> {
  return run(trx, FIND_SHIPMENTS, [kind, values, most]);
}
