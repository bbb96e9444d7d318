import type { Read } from '#server/db/database.ts';
import type { CreationDays } from '#server/db/list-source.ts';
import { listStatements } from '#server/db/list-statement.ts';
import { type IdMatch, idMatchSql } from '#server/domain/list-criteria.ts';
import type { AttentionCode } from '#shared/ops/payments.ts';
import type { PaymentStateId } from '#shared/rules/payments.ts';
import { OPERATOR_COLUMNS, PAYMENT_ORDERS, PAYMENT_ROW } from './payment-row.store.ts';

/** Parsed filters of the payments list. The days refer to the date that the rows show. */
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

/** List of a client's payments as the client sees it. */
export const clientList = list('payments', `m.id, (${PAYMENT_ROW})::text AS row`, LINES);
/** List of a client's payments as operators see it. */
export const operatorList = list(
  'payments by provider',
  'm.id, p.row',
  `CROSS JOIN LATERAL (SELECT to_json(c)::text AS row FROM (SELECT ${OPERATOR_COLUMNS}) c) p`,
);

/** Reads one payment as the client's list shows it: one row `payment`, or no row. */
export function paymentRow(clientId: number, id: number): Read {
  return {
    name: 'payment row',
    text: `SELECT ${PAYMENT_ROW} AS payment FROM merchant_orders m ${LINES} WHERE m.client_id = $1 AND m.id = $2`,
    values: [clientId, id],
  };
}

/**
 * Selects payments that need attention, the longest waiting first.
 *
 * @param clientId null for all clients
 * @param code null for any reason
 */
export function flaggedMatching(clientId: number | null, code: AttentionCode | null) {
  return {
    select: `SELECT ${OPERATOR_COLUMNS} FROM merchant_orders m WHERE m.attention IS NOT NULL
      AND ($1::bigint IS NULL OR m.client_id = $1) AND ($2::text IS NULL OR m.attention = $2)`,
    orderBy: 'attention_at, id',
    values: [clientId, code],
  };
}
