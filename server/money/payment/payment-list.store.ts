import { run, type Trx } from '#server/db/connection.ts';
import type { CreationDays, ListSource } from '#server/db/list-source.ts';
import { listStatements, listTexts } from '#server/db/list-statement.ts';
import { bind, type Read, type Statement, statement } from '#server/db/statement.ts';
import { type IdMatch, idMatchSql } from '#server/domain/list-criteria.ts';
import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { Payment, paymentResult } from '#shared/money/payments.ts';
import { CONFIRMED, type PaymentStateId } from '#shared/money/rules/payments.ts';
import type { AttentionCode, readOperatorPayment } from '#shared/money/staff-payments.ts';
import {
  OPERATOR_CLOSURES,
  OPERATOR_COLUMNS,
  OPERATOR_ORDERS,
  PAYMENT_ORDERS,
  PAYMENT_ROW,
} from './payment-row.store.ts';

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

const LINES = `CROSS JOIN LATERAL (${PAYMENT_ORDERS}) l`;

const CLIENT_SOURCE = list('payments', `m.id, (${PAYMENT_ROW})::text AS row`, LINES);

const OPERATOR_SOURCE = list(
  'payments by provider',
  'm.id, p.row',
  `CROSS JOIN LATERAL (SELECT to_json(c)::text AS row FROM (SELECT ${OPERATOR_COLUMNS}) c) p`,
);

/** A payment as JSON text, which the list sends as it is. */
type ListedPayment = { id: number; row: string; total: number };

const CLIENT_SLICE: Statement<ListedPayment> = statement(
  'payment-list.client-slice',
  listTexts(CLIENT_SOURCE, {}).slice,
);

const OPERATOR_SLICE: Statement<ListedPayment> = statement(
  'payment-list.operator-slice',
  listTexts(OPERATOR_SOURCE, {}).slice,
);

const TOTAL = statement('payment-list.total', listTexts(CLIENT_SOURCE, {}).total);

/** List of a client's payments as the client sees it. */
export const clientList = listStatements(CLIENT_SOURCE, { slice: CLIENT_SLICE, total: TOTAL });
/** List of a client's payments as operators see it. */
export const operatorList = listStatements(OPERATOR_SOURCE, { slice: OPERATOR_SLICE, total: TOTAL });

const PAYMENT: Statement<{ payment: Payment }> = statement(
  'payment-list.payment',
  `SELECT ${PAYMENT_ROW} AS payment FROM merchant_orders m ${LINES} WHERE m.client_id = $1 AND m.id = $2`,
  { prepared: true },
);

/** Reads one payment as the client's list shows it: one row, or none. */
export function paymentRow(clientId: number, id: number): Read<{ payment: Payment }> {
  return bind(PAYMENT, [clientId, id]);
}

const PAYMENT_BY_ID: Statement<{ payment: ReplyOf<typeof readOperatorPayment>['results'] }> = statement(
  'payment-list.payment-by-id',
  `SELECT to_json(p) AS payment FROM (
   SELECT ${OPERATOR_COLUMNS}, ${OPERATOR_ORDERS}, ${OPERATOR_CLOSURES} FROM merchant_orders m WHERE m.client_id = $1 AND m.id = $2) p`,
);

/** Reads one of the client's payments with its orders as operators see it; null if there is none. */
export async function paymentById(
  trx: Trx,
  clientId: number,
  id: number,
): Promise<ReplyOf<typeof readOperatorPayment>['results'] | null> {
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
    select: `SELECT ${OPERATOR_COLUMNS} FROM merchant_orders m WHERE ${paymentCaseOpen('m')}
      AND ($1::bigint IS NULL OR m.client_id = $1) AND ($2::text IS NULL OR m.attention = $2)`,
    orderBy: 'attention_at, id',
    values: [clientId, code],
  };
}
