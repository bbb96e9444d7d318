import { DELIVERY_MODES } from '#shared/rules/delivery-modes.ts';
import { PAYMENT_STATES, PENDING } from '#shared/rules/payments.ts';

/** What an order's row is made of: its columns and those of one of its shipments, which is null when it has none. */
export interface FlatRow {
  id: number;
  order_id: string;
  tracking_id: string;
  /** Seconds since 1970. */
  created: number;
  rate_cents: number;
  printed: boolean;
  receiver_name: string;
  first_name: string;
  last_name: string;
  delivery_mode: number;
  order_state: string;
  printable: boolean;
  payable: boolean;
  can_generate_merchant_order: boolean;
  can_request_edit: boolean;
  cancellable: boolean;
  init_point: string | null;
  merchant_order_id: number | null;
  merchant_order_state: number | null;
  last_modification_state: string | null;
  shipment_id: number | null;
  label: string;
  state: string;
  shipment_printable: boolean;
  shipment_outdated: boolean;
}

/** Columns of the orders `o` and their shipments `p`. */
export const COLUMNS = `o.id, o.order_id, o.tracking_id, floor(extract(epoch FROM o.created_at))::bigint AS created,
  o.rate_cents, o.printed, o.receiver_name, o.first_name, o.last_name, o.delivery_mode, o.order_state, o.printable,
  o.payable, o.can_generate_merchant_order, o.can_request_edit, o.cancellable, o.init_point, o.merchant_order_id,
  o.merchant_order_state, o.last_modification_state, p.id AS shipment_id, p.label, p.state,
  p.printable AS shipment_printable, p.label_outdated AND NOT p.printed AS shipment_outdated`;

/** Joins a row for each shipment of the orders `o`. */
export const SHIPMENTS = 'LEFT JOIN shipments p ON p.client_id = $1 AND p.order_pk = o.id';

const MODES = new Map<number, string>(
  DELIVERY_MODES.map(({ id, name }) => [id, JSON.stringify({ id: String(id), name })]),
);
const STATES = new Map<number, string>(PAYMENT_STATES.map(({ id, name }) => [id, JSON.stringify({ id, name })]));

const text = (value: string | null) => JSON.stringify(value);
const time = (seconds: number) => `${new Date((seconds - 3 * 3600) * 1000).toISOString().slice(0, 19)}-03:00`;
const step = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The rows of a list as our gateway answers them, as JSON. `print_png_url` is a shipment's id, which `signLabelAddresses`
 * turns into an address.
 *
 * @param rows in order; the shipments of an order come one after the other
 */
export function orderRows(rows: readonly FlatRow[]): string {
  const orders: string[] = [];
  for (let n = 0; n < rows.length; ) {
    const first = n;
    while (n < rows.length && rows[n]?.id === rows[first]?.id) n++;
    orders.push(orderRow(rows.slice(first, n)));
  }
  return `[${orders.join(',')}]`;
}

function orderRow(rows: readonly FlatRow[]): string {
  const o = rows[0] as FlatRow;
  const shipments = rows.filter(({ shipment_id }) => shipment_id !== null);
  const printable = shipments.filter((shipment) => shipment.shipment_printable);
  const shippings = shipments.map(
    (p) =>
      `{"id":${p.shipment_id},"shipment_id":"${p.label}","state":${text(p.state)},"print_png_url":${p.shipment_printable ? p.shipment_id : null}}`,
  );
  const payment =
    o.merchant_order_id === null
      ? 'null'
      : `{"id":${o.merchant_order_id},"state":${STATES.get(o.merchant_order_state ?? 0) ?? null}}`;
  const initPoint = o.payable && o.merchant_order_state === PENDING ? text(o.init_point) : 'null';
  return (
    `{"id":${o.id},"order_id":${text(o.order_id)},"tracking_id":"${o.tracking_id}","date":"${time(o.created)}",` +
    `"rate_value":${(o.rate_cents / 100).toFixed(2)},"shippings":[${shippings.join(',')}],` +
    `"shippings_text":"${shipments.map(({ label }) => label).join(', ') || '-'}","printed_by_client":${o.printed},` +
    `"label_outdated":${shipments.some(({ shipment_outdated }) => shipment_outdated)},` +
    `"receiver":{"receiver_name":${text(o.receiver_name)},"first_name":${text(o.first_name)},"last_name":${text(o.last_name)}},` +
    `"delivery_mode":${MODES.get(o.delivery_mode) ?? null},"order_state":{"name":${text(o.order_state)}},` +
    `"printable":${o.printable},"payable":${o.payable},"can_generate_merchant_order":${o.can_generate_merchant_order},` +
    `"can_request_edit":${o.can_request_edit},"cancellable":${o.cancellable},` +
    `"print_url":"/api/v1/client/order/print/${o.id}/${step(o.order_id)}.pdf",` +
    `"print_png_url":${printable.length === 1 ? printable[0]?.shipment_id : null},"init_point":${initPoint},` +
    `"merchant_order":${payment},"last_modification_incidence_state":${text(o.last_modification_state)}}`
  );
}
