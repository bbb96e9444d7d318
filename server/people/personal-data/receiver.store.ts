import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { ORDER_STATE_TEXT } from '#server/orders/domain/order-row.store.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import type { ReceiverFound, ReceiverKey } from '#shared/people/personal-data.ts';

/** A receiver within the transaction's client: a complete document, e-mail or phone, as it is searched. */
export interface Receiver {
  by: ReceiverKey;
  value: string;
}

const NAMED = `json_build_object('tracking_id', o.tracking_id, 'order_id', o.order_id)`;

/** Maximum numbers that a search returns. */
interface FoundLimits {
  orders: number;
  named: number;
  names: number;
}

const COUNT_RECEIVER: Statement<ReceiverFound> = statement(
  'receiver.count-receiver',
  `WITH found AS MATERIALIZED (
     SELECT o.id, o.tracking_id, o.order_id, o.receiver_name, NOT order_has_ended($1, o.id, $4) AS on_the_way
     FROM orders_of_receiver($2, $3, 0, $5) AS f (id) JOIN orders o ON o.client_id = $1 AND o.id = f.id
   )
   SELECT count(*)::integer AS orders, count(*) FILTER (WHERE on_the_way)::integer AS on_the_way,
     (SELECT coalesce(json_agg(named), '[]') FROM (
       SELECT ${NAMED} AS named FROM found o WHERE o.on_the_way ORDER BY o.id LIMIT $6)) AS named,
     (SELECT coalesce(json_agg(name), '[]') FROM (
       SELECT min(o.receiver_name) AS name FROM found o GROUP BY norm(o.receiver_name) ORDER BY count(*) DESC, 1 LIMIT $7)) AS names,
     (SELECT count(*)::integer FROM requests_of_receiver($2, $3, 0, $5)) AS requests,
     (SELECT count(*)::integer FROM failed_rows_with($3, 0, 0, $5)) AS failed_rows
   FROM found`,
);

/** Counts the orders, modification requests and failed rows of a receiver. */
export async function countReceiver(
  trx: Trx,
  clientId: number,
  { by, value }: Receiver,
  most: FoundLimits,
): Promise<ReceiverFound> {
  return runOne(trx, COUNT_RECEIVER, [clientId, by, value, FINAL_STATES, most.orders, most.named, most.names]);
}

const REQUEST_ERASURE = statement(
  'receiver.request-erasure',
  'SELECT id FROM orders_of_receiver($1, $2, $3, $4) AS f (id)',
);

/** Requests the erasure of the next orders of a receiver. @returns their ids */
export async function requestErasure(
  trx: Trx,
  clientId: number,
  { by, value }: Receiver,
  { after, limit, now }: { after: number; limit: number; now: Date },
): Promise<number[]> {
  const rows = await run(trx, REQUEST_ERASURE, [by, value, after, limit]);
  const ids = rows.map(({ id }) => id);
  await execute(
    trx,
    `UPDATE orders SET erasure_requested_at = $3
     WHERE client_id = $1 AND id = ANY ($2::bigint[]) AND erasure_requested_at IS NULL AND masked_at IS NULL`,
    [clientId, ids, now],
  );
  return ids;
}

const MASK_FAILED_ROWS = statement('receiver.mask-failed-rows', 'SELECT mask_failed_rows($1, $2, $3) AS n');

/** Deletes the contents of the next failed rows with a value. @returns how many */
export async function maskFailedRows(trx: Trx, value: string, word: string, limit: number): Promise<number> {
  const [row] = await run(trx, MASK_FAILED_ROWS, [value, word, limit]);
  return row?.n ?? 0;
}

const MASK_REQUESTS = statement('receiver.mask-requests', 'SELECT mask_requests_of_receiver($1, $2, $3, $4) AS n');

/** Masks the receiver in the next decided modification requests of orders that have another one. @returns how many */
export async function maskRequests(trx: Trx, { by, value }: Receiver, word: string, limit: number): Promise<number> {
  const values = [by, value, word, limit];
  const [row] = await run(trx, MASK_REQUESTS, values);
  return row?.n ?? 0;
}

/** Data about a receiver in one order, with the keys of the export. */
export interface ExportedOrder {
  id: number;
  order: Record<string, unknown>;
  /** Modification requests, with receivers by the keys of the edit-order payload. */
  changes: ExportedChange[];
}

export interface ExportedChange {
  at: string;
  state: string;
  reason: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

const READ_RECEIVER_ORDERS: Statement<ExportedOrder> = statement(
  'receiver.read-receiver-orders',
  `SELECT o.id, json_build_object(
       'Nro. de Orden', o.tracking_id, 'Nro. de Orden Interno', o.order_id, 'Estado', ${ORDER_STATE_TEXT},
       'Creación', wire_time(o.created_at), 'Último cambio', wire_time(o.updated_at),
       'Remitente', o.sender_name,
       'Se borra cuando termine', o.erasure_requested_at IS NOT NULL,
       'Destinatario', json_build_object('Nombre', o.first_name, 'Apellido', o.last_name,
         'Nombre completo', o.receiver_name, 'Documento', o.document, 'Email', o.email, 'Teléfono', o.receiver_phone),
       'Domicilio', json_build_object('Calle', o.street_name, 'Número', o.street_number, 'Piso', o.floor,
         'Departamento', o.apartment, 'Entre calle', o.between_1, 'Y calle', o.between_2,
         'Barrio', o.neighborhood_name, 'Código postal', o.zip_code, 'Localidad', o.city, 'Provincia', o.state,
         'Referencias', o.other_info, 'Latitud', o.latitude, 'Longitud', o.longitude),
       'Envíos', (SELECT coalesce(json_agg(json_build_object('Etiqueta', s.label, 'Estado', s.state,
           'Reprogramaciones', (SELECT coalesce(json_agg(json_build_object('Fecha', wire_time(q.requested_at),
               'Día pedido', q.wanted_on, 'Nota', q.note, 'Estado', q.state, 'Motivo', q.reason) ORDER BY q.requested_at), '[]')
             FROM reschedule_requests q WHERE q.client_id = $1 AND q.shipment_id = s.id),
           'Historial', (SELECT coalesce(json_agg(json_build_object('Fecha', wire_time(e.at), 'Estado', e.state,
               'Motivo', e.reason) ORDER BY e.at, e.id), '[]')
             FROM shipment_events e WHERE e.client_id = $1 AND e.shipment_id = s.id)) ORDER BY s.n), '[]')
         FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id),
       'Pagos', (SELECT coalesce(json_agg(json_build_object('Nro. de pago', m.id, 'Fecha', wire_time(m.date_at),
           'Estado', CASE m.state WHEN 56 THEN 'Confirmado' WHEN 41 THEN 'Cancelado' ELSE 'Pendiente' END,
           'Monto de la orden', l.amount_cents / 100.0) ORDER BY m.id), '[]')
         FROM merchant_order_lines l JOIN merchant_orders m ON m.client_id = $1 AND m.id = l.merchant_order_id
         WHERE l.client_id = $1 AND l.order_pk = o.id)) AS "order",
     (SELECT coalesce(json_agg(json_build_object('at', wire_time(r.requested_at), 'state', r.state, 'reason', r.reason,
         'before', r.before, 'after', r.after) ORDER BY r.requested_at), '[]')
       FROM modification_requests r WHERE r.client_id = $1 AND r.order_pk = o.id) AS changes
   FROM orders_of_receiver($2, $3, $4, $5) AS f (id) JOIN orders o ON o.client_id = $1 AND o.id = f.id
   ORDER BY o.id`,
);

/** Reads the next orders of a receiver, by id. */
export function readReceiverOrders(
  trx: Trx,
  clientId: number,
  { by, value }: Receiver,
  { after, limit }: { after: number; limit: number },
): Promise<ExportedOrder[]> {
  return run(trx, READ_RECEIVER_ORDERS, [clientId, by, value, after, limit]);
}

export interface ExportedRow {
  batch_id: number;
  row_no: number;
  file_name: string;
  cells: string[];
}

const READ_FAILED_ROWS: Statement<ExportedRow> = statement(
  'receiver.read-failed-rows',
  `SELECT r.batch_id, r.row_no, b.file_name, r.cells
   FROM failed_rows_with($2, $3, $4, $5) f
   JOIN batch_rows r ON r.client_id = $1 AND r.batch_id = f.batch_id AND r.row_no = f.row_no
   JOIN batches b ON b.client_id = $1 AND b.id = r.batch_id
   ORDER BY r.batch_id, r.row_no`,
  { present: ['cells'] },
);

/** Reads the next failed rows of bulk uploads with a value, by upload and row. */
export function readFailedRows(
  trx: Trx,
  clientId: number,
  value: string,
  { after, limit }: { after: Pick<ExportedRow, 'batch_id' | 'row_no'>; limit: number },
): Promise<ExportedRow[]> {
  return run(trx, READ_FAILED_ROWS, [clientId, value, after.batch_id, after.row_no, limit]);
}

/** A modification request of an order that has another receiver. */
export interface ExportedRequest extends ExportedChange {
  id: number;
  tracking_id: string;
}

const READ_REQUESTS: Statement<ExportedRequest> = statement(
  'receiver.read-requests',
  `SELECT r.id, r.tracking_id, wire_time(r.requested_at) AS at, r.state, r.reason,
     CASE WHEN requested_contacts(r.before, '{}') @> ARRAY[lower($3)] THEN r.before ELSE '{}' END AS before,
     CASE WHEN requested_contacts('{}', r.after) @> ARRAY[lower($3)] THEN r.after ELSE '{}' END AS after
   FROM requests_of_receiver($2, $3, $4, $5) f JOIN modification_requests r ON r.client_id = $1 AND r.id = f.id
   ORDER BY r.id`,
);

/** Reads the next modification requests with a receiver's e-mail or phone, of orders that don't have it, by id. */
export function readRequests(
  trx: Trx,
  clientId: number,
  { by, value }: Receiver,
  { after, limit }: { after: number; limit: number },
): Promise<ExportedRequest[]> {
  return run(trx, READ_REQUESTS, [clientId, by, value, after, limit]);
}
