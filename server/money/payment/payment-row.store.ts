import { quoted } from '#server/db/quoted.ts';
import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import { PAYMENT_STATES, PENDING, paymentActions } from '#shared/money/rules/payments.ts';
import type { AttentionCode } from '#shared/money/staff-payments.ts';

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

/** SQL of what a client reads about the review of a payment `m`; null without one. */
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
export const PAYMENT_ROW = `(jsonb_build_object(
  'id', m.id, 'date', wire_time(m.date_at), 'state', json_build_object('id', m.state, 'name', ${paymentStateSql('m.state')}),
  'orders', l.orders, 'amount', wire_pesos(m.amount_cents), 'currency', 'ARS',
  'init_point', CASE WHEN m.state = ${PENDING} THEN m.init_point END,
  'detail', CASE WHEN m.state = ${PENDING} THEN ${caseSql('m.provider_status', DETAILS)} END,
  'attention', ${ATTENTION_TEXT}) || ${ACTIONS})`;

/** SQL of the orders of a payment `m`, in the sequence in which they were chosen. */
export const PAYMENT_ORDERS = `SELECT json_agg(json_build_object('order_id', x.order_id, 'tracking_id', x.tracking_id)
    ORDER BY x.n) AS orders
  FROM merchant_order_lines x WHERE x.client_id = $1 AND x.merchant_order_id = m.id`;

/** SQL of the orders of a payment `m` as operators see them. */
export const OPERATOR_ORDERS = `(SELECT coalesce(json_agg(json_build_object('order_id', x.order_id, 'tracking_id', x.tracking_id,
    'amount', wire_pesos(x.amount_cents)) ORDER BY x.n), '[]') FROM merchant_order_lines x
  WHERE x.client_id = $1 AND x.merchant_order_id = m.id) AS orders`;

/** SQL of the closed reviews of a payment `m`, oldest first. */
export const OPERATOR_CLOSURES = `(SELECT coalesce(json_agg(json_build_object('attention', k.attention, 'reason', k.reason, 'by', k.closed_by,
    'at', wire_time(k.closed_at)) ORDER BY k.closed_at, k.id), '[]') FROM payment_closures k
  WHERE k.client_id = $1 AND k.merchant_order_id = m.id) AS closures`;

/** SQL of a payment `m` as operators see it, one column per key. */
export const OPERATOR_COLUMNS = `m.client_id, m.id,
  json_build_object('id', m.state, 'name', ${paymentStateSql('m.state')}) AS state, wire_pesos(m.amount_cents) AS amount,
  'ARS' AS currency, m.preference_id, m.payment_id, m.provider_status, m.attention,
  wire_time(m.attention_at) AS attention_at, ${paymentCaseOpen('m')} AS open_case, wire_time(m.created_at) AS created_at,
  wire_time(m.confirmed_at) AS confirmed_at, wire_time(m.cancelled_at) AS cancelled_at`;
