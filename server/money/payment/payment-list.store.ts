import { run, type Trx } from '#server/db/connection.ts';
import type { CreationDays, ListSource } from '#server/db/list/list-source.ts';
import { listStatements, listTexts } from '#server/db/list/list-statement.ts';
import { quoted } from '#server/db/list/quoted.ts';
import { bind, type Read, type Statement, statement } from '#server/db/statement.ts';
import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import { type IdMatch, idMatchSql } from '#server/orders/domain/list-criteria.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import type { Payment, paymentResult } from '#shared/money/payments.ts';
import {
  CONFIRMED,
  PAYMENT_STATES,
  type PaymentStateId,
  PENDING,
  paymentActions,
} from '#shared/money/rules/payments.ts';
import type { AttentionCode, readStaffPayment } from '#shared/money/staff-payments.ts';

/** Parsed filters of the payments list. The days refer to the date that the rows show. */
export interface PaymentCriteria extends CreationDays {
  state?: PaymentStateId;
  /** Tracking id of one of its orders. */
  tracking?: IdMatch;
}

const list = (called: string, columns: string, joins: string): ListSource<PaymentCriteria> => ({
  table: 'merchant_orders',
  called,
  alias: 'm',
  counts: 'payment_counts',
  dated: ['date_at', 'dated_on'],
  counted: { state: ['state', 'smallint'] },
  common: [],
  matching: ({ tracking }, parameters) => ({
    from: 'merchant_orders m',
    conditions: [
      'm.client_id = $1',
      ...(tracking
        ? [
            `m.id IN (SELECT x.merchant_order_id FROM merchant_order_lines x
                WHERE x.client_id = $1 AND ${idMatchSql('x.tracking_id', tracking, parameters)})`,
          ]
        : []),
    ],
  }),
  columns,
  joins,
});

/** Returns SQL that maps a column's values to texts, and any other value to null. */
const caseSql = (column: string, texts: Readonly<Record<string, string>>) =>
  `CASE ${column} ${Object.entries(texts)
    .map(([value, text]) => `WHEN ${quoted(value)} THEN ${quoted(text)}`)
    .join(' ')} END`;

/** Returns SQL of a payment state's name (D2 §4). */
const paymentStateSql = (column: string) =>
  `CASE ${column} ${PAYMENT_STATES.map(({ id, name }) => `WHEN ${id} THEN ${quoted(name)}`).join(' ')} END`;

/** Texts about the last attempt of an open payment, by the provider's status. */
const DETAILS = {
  pending: 'Esperando el pago del cupón',
  in_process: 'En proceso',
  authorized: 'En proceso',
  rejected: 'El último intento fue rechazado: podés volver a pagar',
  cancelled: 'El último intento venció o se canceló: podés volver a pagar',
};

/** Texts for the client about a payment that needs or needed a manual review. */
const ATTENTION: Record<AttentionCode, string> = {
  approved_after_cancel: 'El pago se aprobó después de cancelarlo',
  paid_after_end: 'El pago se aprobó cuando los envíos de una orden ya habían finalizado',
  paid_twice: 'Hay más de un pago aprobado',
  mismatch: 'Se informó un pago por otro importe',
  refunded: 'El pago se devolvió',
  charged_back: 'El pago se desconoció ante la tarjeta',
  in_mediation: 'Hay un reclamo sobre el pago',
};

/** SQL of the review of a payment `m` as a client reads it; null without one. */
const ATTENTION_TEXT = `${caseSql('m.attention', ATTENTION)} ||
  CASE WHEN ${paymentCaseOpen('m')} THEN ': lo estamos revisando' ELSE ': ya lo revisamos' END`;

/**
 * SQL of the flags of a payment `m` and the reasons of blocked actions: one CASE branch per result of the shared rule.
 */
const ACTIONS = `CASE ${PAYMENT_STATES.flatMap(({ id }) =>
  [true, false].map((hasInitPoint) => {
    const { payable, cancelable } = paymentActions({ state: id, hasInitPoint });
    const blocked = {
      ...(!payable.allowed && { payable: payable.reason }),
      ...(!cancelable.allowed && { cancelable: cancelable.reason }),
    };
    const flags = JSON.stringify({ payable: payable.allowed, cancelable: cancelable.allowed, blocked });
    return `WHEN m.state = ${id} AND (m.init_point IS NOT NULL) = ${hasInitPoint} THEN ${quoted(flags)}::jsonb`;
  }),
).join(' ')} END`;

/** SQL of a payment `m` with its orders `l` as sent to the client (D2 §3). */
const PAYMENT_ROW = `(jsonb_build_object(
  'id', m.id, 'date', wire_time(m.date_at), 'state', json_build_object('id', m.state, 'name', ${paymentStateSql('m.state')}),
  'orders', l.orders, 'amount', wire_pesos(m.amount_cents), 'currency', 'ARS',
  'init_point', CASE WHEN m.state = ${PENDING} THEN m.init_point END,
  'detail', CASE WHEN m.state = ${PENDING} THEN ${caseSql('m.provider_status', DETAILS)} END,
  'attention', ${ATTENTION_TEXT}) || ${ACTIONS})`;

/** SQL of the orders of a payment `m`, in the sequence in which they were chosen. */
const PAYMENT_ORDERS = `SELECT json_agg(json_build_object('order_id', x.order_id, 'tracking_id', x.tracking_id)
    ORDER BY x.n) AS orders
  FROM merchant_order_lines x WHERE x.client_id = $1 AND x.merchant_order_id = m.id`;

/** SQL of the orders of a payment `m` as the staff see them. */
const STAFF_ORDERS = `(SELECT coalesce(json_agg(json_build_object('order_id', x.order_id, 'tracking_id', x.tracking_id,
    'amount', wire_pesos(x.amount_cents)) ORDER BY x.n), '[]') FROM merchant_order_lines x
  WHERE x.client_id = $1 AND x.merchant_order_id = m.id) AS orders`;

/** SQL of the closed reviews of a payment `m`, oldest first. */
const STAFF_CLOSURES = `(SELECT coalesce(json_agg(json_build_object('attention', k.attention, 'reason', k.reason, 'by', k.closed_by,
    'at', wire_time(k.closed_at)) ORDER BY k.closed_at, k.id), '[]') FROM payment_closures k
  WHERE k.client_id = $1 AND k.merchant_order_id = m.id) AS closures`;

/** SQL of a payment `m` as the staff see it, one column per key. */
const STAFF_COLUMNS = `m.client_id, m.id,
  json_build_object('id', m.state, 'name', ${paymentStateSql('m.state')}) AS state, wire_pesos(m.amount_cents) AS amount,
  'ARS' AS currency, m.preference_id, m.payment_id, m.provider_status, m.attention,
  wire_time(m.attention_at) AS attention_at, ${paymentCaseOpen('m')} AS open_case, wire_time(m.created_at) AS created_at,
  wire_time(m.confirmed_at) AS confirmed_at, wire_time(m.cancelled_at) AS cancelled_at`;

const LINES = `CROSS JOIN LATERAL (${PAYMENT_ORDERS}) l`;

const CLIENT_SOURCE = list('payments', `m.id, (${PAYMENT_ROW})::text AS row`, LINES);

const STAFF_SOURCE = list(
  'payments by provider',
  'm.id, p.row',
  `CROSS JOIN LATERAL (SELECT to_json(c)::text AS row FROM (SELECT ${STAFF_COLUMNS}) c) p`,
);

/** A payment as JSON text, which the list sends as it is. */
type ListedPayment = { id: number; row: string; total: number };

const CLIENT_SLICE: Statement<ListedPayment> = statement(
  'payment-list.client-slice',
  listTexts(CLIENT_SOURCE, {}).slice,
);

const STAFF_SLICE: Statement<ListedPayment> = statement('payment-list.staff-slice', listTexts(STAFF_SOURCE, {}).slice);

const TOTAL = statement('payment-list.total', listTexts(CLIENT_SOURCE, {}).total);

/** List of a client's payments as the client sees it. */
export const clientList = listStatements(CLIENT_SOURCE, { slice: CLIENT_SLICE, total: TOTAL });
/** List of a client's payments as the staff see it. */
export const staffList = listStatements(STAFF_SOURCE, { slice: STAFF_SLICE, total: TOTAL });

const PAYMENT: Statement<{ payment: Payment }> = statement(
  'payment-list.payment',
  `SELECT ${PAYMENT_ROW} AS payment FROM merchant_orders m ${LINES} WHERE m.client_id = $1 AND m.id = $2`,
  { prepared: true },
);

/** Reads one payment as the client's list shows it: one row, or none. */
export function paymentRow(clientId: number, id: number): Read<{ payment: Payment }> {
  return bind(PAYMENT, [clientId, id]);
}

const PAYMENT_BY_ID: Statement<{ payment: ReplyOf<typeof readStaffPayment>['results'] }> = statement(
  'payment-list.payment-by-id',
  `SELECT to_json(p) AS payment FROM (
   SELECT ${STAFF_COLUMNS}, ${STAFF_ORDERS}, ${STAFF_CLOSURES} FROM merchant_orders m WHERE m.client_id = $1 AND m.id = $2) p`,
);

/** Reads one of the client's payments with its orders as the staff see it; null if there is none. */
export async function paymentById(
  trx: Trx,
  clientId: number,
  id: number,
): Promise<ReplyOf<typeof readStaffPayment>['results'] | null> {
  // As JSON, in which amounts are numbers.
  const [found] = await run(trx, PAYMENT_BY_ID, [clientId, id]);
  return found?.payment ?? null;
}

/** The orders of a payment with labels to print, and the number of their labels. */
type ToPrint = ReplyOf<typeof paymentResult>['results']['to_print'];

const UNPRINTED_PAID: Statement<{ to_print: ToPrint }> = statement(
  'payment-list.unprinted-paid',
  `SELECT CASE WHEN count(*) > 0 THEN
        json_build_object('orders_id', json_agg(o.id ORDER BY l.n), 'labels', sum(s.labels)) END AS to_print
      FROM merchant_orders m
      JOIN merchant_order_lines l ON l.client_id = $1 AND l.merchant_order_id = m.id
      JOIN orders o ON o.client_id = $1 AND o.id = l.order_pk AND o.printable AND NOT o.printed
      CROSS JOIN LATERAL (SELECT count(*) AS labels FROM shipments s
        WHERE s.client_id = $1 AND s.order_pk = o.id AND s.printable) s
      WHERE m.client_id = $1 AND m.id = $2 AND m.state = ${CONFIRMED}`,
  { prepared: true, nullable: ['to_print'] },
);

/** Reads which orders of a confirmed payment have labels to print: one row, null without any. */
export const unprintedPaid = (clientId: number, id: number) => bind(UNPRINTED_PAID, [clientId, id]);

/**
 * Selects payments that need attention, the longest waiting first.
 *
 * @param clientId null for all clients
 * @param code null for any reason
 */
export function flaggedMatching(clientId: number | null, code: AttentionCode | null) {
  return {
    select: `SELECT ${STAFF_COLUMNS} FROM merchant_orders m WHERE ${paymentCaseOpen('m')}
      AND ($1::bigint IS NULL OR m.client_id = $1) AND ($2::text IS NULL OR m.attention = $2)`,
    orderBy: 'attention_at, id',
    values: [clientId, code],
  };
}
