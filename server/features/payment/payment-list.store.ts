import type { Read } from '#server/db/database.ts';
import type { CreationDays } from '#server/db/list-source.ts';
import { listStatements } from '#server/db/list-statement.ts';
import { type IdMatch, idMatchSql } from '#server/domain/list-criteria.ts';
import type { AttentionCode } from '#shared/ops/payments.ts';
import type { PaymentStateId } from '#shared/rules/payments.ts';
import { OPERATOR_COLUMNS, PAYMENT_ORDERS, PAYMENT_ROW } from './payment-row.store.ts';

/** Filters of the payments list, ready for SQL; absent ones don't filter. The days are those that rows show. */
export interface PaymentCriteria extends CreationDays {
  state?: PaymentStateId;
  /** Tracking id of one of its orders. */
  tracking?: IdMatch;
}

const list = (called: string, columns: string, joins: string) =>
  listStatements<PaymentCriteria>({
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

/** The client's list, and the same as the provider's people read it. */
export const clientList = list('payments', `m.id, (${PAYMENT_ROW})::text AS row`, LINES);
export const operatorList = list(
  'payments by provider',
  'm.id, p.row',
  `CROSS JOIN LATERAL (SELECT to_json(c)::text AS row FROM (SELECT ${OPERATOR_COLUMNS}) c) p`,
);

/** One payment as the client's list shows it: a row `payment`, or none. */
export function paymentRow(clientId: number, id: number): Read {
  return {
    name: 'payment row',
    text: `SELECT ${PAYMENT_ROW} AS payment FROM merchant_orders m ${LINES} WHERE m.client_id = $1 AND m.id = $2`,
    values: [clientId, id],
  };
}

/** Payments that need attention, of one client or of all and for one reason or any, the longest waiting first. */
export function flaggedMatching(clientId: number | null, code: AttentionCode | null) {
  return {
    select: `SELECT ${OPERATOR_COLUMNS} FROM merchant_orders m WHERE m.attention IS NOT NULL
      AND ($1::bigint IS NULL OR m.client_id = $1) AND ($2::text IS NULL OR m.attention = $2)`,
    orderBy: 'attention_at, id',
    values: [clientId, code],
  };
}
