import { queueWrite, run, type Trx } from '#server/db/connection.ts';
import { statement, variant } from '#server/db/statement.ts';
import type { ItemSubjects } from '#server/events/fact.ts';
import { paymentCaseOpen } from '#server/money/domain/payment-case.ts';
import { lockClient } from '#server/people/domain/client-lock.store.ts';
import { hasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import { kindsOf } from '#shared/orders/rules/open-item-kinds.ts';
import { DAYS_WITHOUT_FACTOR, HOURS_BEFORE_EXPIRY, INVITATION_HOURS } from '#shared/people/rules/team.ts';
import { syncStatement } from './flags/open-items.store.ts';

/** Sorts of subjects whose items follow from their own rows. */
export const SUBJECT_SORTS = ['batch', 'payment', 'sku', 'invitation', 'user'] as const;

export type SubjectSort = (typeof SUBJECT_SORTS)[number];

/** SQL of the beginning of a day in Buenos Aires. */
const startOf = (day: string) => `((${day})::timestamp AT TIME ZONE INTERVAL '-03:00')`;

/**
 * A SKU without free units can't be ordered. If its last free units expire, that day is known now. Its cause is its last receipt, so that an
 * item that the sender closed stays closed while the warehouse picks reserved units.
 */
const OUT_OF_STOCK = `
  SELECT 'stock_short' AS kind, k.id AS subject_id, arrival.at AS cause_at,
    greatest(arrival.at, ${startOf('free.last + 1')}) AS opens_at, NULL::timestamptz AS deadline, 0::bigint AS amount_cents
  FROM stock_skus k CROSS JOIN LATERAL (
    SELECT coalesce(max(r.recorded_at), k.since) AS at FROM stock_lots l
    JOIN stock_receipts r ON r.client_id = $1 AND r.lot_id = l.id AND r.units > 0 WHERE l.client_id = $1 AND l.sku_id = k.id
  ) arrival CROSS JOIN LATERAL (
    SELECT max(l.expiry) AS last, coalesce(bool_or(l.expiry IS NULL), false) AS lasting
    FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id AND l.units > l.reserved
  ) free WHERE k.client_id = $1 AND NOT free.lasting`;

/** Free units become critical (shared/warehouse/rules/lot-status.ts) after their criticality date, or else after their expiry. */
const EXPIRING = `
  SELECT 'stock_expiring', k.id, ${startOf('lot.critical + 1')}, ${startOf('lot.critical + 1')},
    ${startOf('lot.expiry + 1')} - INTERVAL '1 millisecond', 0
  FROM stock_skus k CROSS JOIN LATERAL (
    SELECT l.expiry, coalesce(l.criticality, l.expiry) AS critical FROM stock_lots l
    WHERE l.client_id = $1 AND l.sku_id = k.id AND l.units > l.reserved AND l.expiry IS NOT NULL
    ORDER BY l.expiry, 2, l.id LIMIT 1
  ) lot WHERE k.client_id = $1`;

/** Queries of the items that a client's subjects must have. */
const DERIVED: Record<SubjectSort, string> = {
  batch: `SELECT 'failed_rows' AS kind, b.id AS subject_id, b.finished_at AS cause_at, b.finished_at AS opens_at,
      NULL::timestamptz AS deadline, 0::bigint AS amount_cents
    FROM batches b WHERE b.client_id = $1 AND b.failed > 0 AND b.finished_at IS NOT NULL AND b.masked_at IS NULL`,
  payment: `SELECT 'payment_attention' AS kind, m.id AS subject_id, m.attention_at AS cause_at, m.attention_at AS opens_at,
      NULL::timestamptz AS deadline, m.amount_cents
    FROM merchant_orders m WHERE m.client_id = $1 AND ${paymentCaseOpen('m')}`,
  sku: `${OUT_OF_STOCK} UNION ALL ${EXPIRING}`,
  invitation: `SELECT 'invitation_expiring' AS kind, i.id AS subject_id,
      i.expires_at - INTERVAL '${INVITATION_HOURS} hours' AS cause_at,
      i.expires_at - INTERVAL '${HOURS_BEFORE_EXPIRY} hours' AS opens_at, i.expires_at AS deadline, 0::bigint AS amount_cents
    FROM user_invitations i WHERE i.client_id = $1 AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL`,
  // The company's only owner who can log in.
  user: `SELECT 'second_factor' AS kind, u.id AS subject_id, u.activated_at AS cause_at,
      u.activated_at + INTERVAL '${DAYS_WITHOUT_FACTOR} days' AS opens_at, NULL::timestamptz AS deadline, 0::bigint AS amount_cents
    FROM users u WHERE u.client_id = $1 AND u.role = 'owner' AND u.activated_at IS NOT NULL AND u.suspended_at IS NULL
      AND u.removed_at IS NULL AND NOT ${hasFactor('u')} AND NOT EXISTS (
        SELECT FROM users o WHERE o.client_id = $1 AND o.id <> u.id AND o.role = 'owner' AND o.activated_at IS NOT NULL
          AND o.suspended_at IS NULL AND o.removed_at IS NULL)`,
};

/**
 * Queues opening and closing the items of subjects of a sort. The subjects must be locked.
 *
 * @param subjects null for all subjects of the client
 */
export function syncSubjectItems(
  trx: Trx,
  clientId: number,
  sort: SubjectSort,
  subjects: readonly number[] | null,
): void {
  if (subjects === null) queueWrite(trx, syncStatement(DERIVED[sort], 'true'), [clientId, kindsOf(sort)]);
  else syncAmong(trx, clientId, sort, '$3::bigint[]', subjects);
}

/** Queues opening and closing the items that a fact concerns. @param subjects must be locked, except the team */
export function syncItemsOf(trx: Trx, clientId: number, subjects: ItemSubjects): void {
  if (subjects.sort === 'team') syncTeamItems(trx, clientId);
  else if (subjects.sort !== 'sku') syncSubjectItems(trx, clientId, subjects.sort, subjects.ids);
  else if ('skus' in subjects) syncSkus(trx, clientId, subjects.skus);
  else syncSkusOfOrders(trx, clientId, subjects.orderIds);
}

/** Queues opening and closing the items of the SKUs in orders. The client's stock must be locked. */
function syncSkusOfOrders(trx: Trx, clientId: number, orderIds: readonly number[]): void {
  const skus = `ARRAY(SELECT k.id FROM shipments s JOIN shipment_items i ON i.client_id = $1 AND i.shipment_id = s.id
    JOIN stock_skus k ON k.client_id = $1 AND k.sku_key = folded_key(i.sku)
    WHERE s.client_id = $1 AND s.order_pk = ANY($3::bigint[]))`;
  syncAmong(trx, clientId, 'sku', skus, orderIds);
}

/** Queues opening and closing the items of SKUs by their texts. The client's stock must be locked. */
function syncSkus(trx: Trx, clientId: number, skus: readonly string[]): void {
  const ids = `ARRAY(SELECT k.id FROM stock_skus k JOIN unnest($3::text[]) AS t (sku) ON k.sku_key = folded_key(t.sku)
    WHERE k.client_id = $1)`;
  syncAmong(trx, clientId, 'sku', ids, skus);
}

function syncAmong(
  trx: Trx,
  clientId: number,
  sort: SubjectSort,
  ids: string,
  values: readonly (number | string)[],
): void {
  const wanted = `SELECT * FROM (${DERIVED[sort]}) d WHERE d.subject_id = ANY(${ids})`;
  queueWrite(trx, syncStatement(wanted, `i.subject_id = ANY(${ids})`), [clientId, kindsOf(sort), values]);
}

/**
 * Queues opening and closing the items of a company's people and invitations. Takes the client's mutex: changes of two people of a company
 * may lock only their own rows.
 */
function syncTeamItems(trx: Trx, clientId: number): void {
  lockClient(trx, clientId);
  syncSubjectItems(trx, clientId, 'invitation', null);
  syncSubjectItems(trx, clientId, 'user', null);
}

/** SQL of the drift of a sort. */
const driftText = (sort: SubjectSort) => `WITH wanted AS (${DERIVED[sort]}), kept AS (
    SELECT kind, subject_id, cause_at, opens_at, deadline, amount_cents FROM open_items
    WHERE client_id = $1 AND kind = ANY($2::text[]))
  SELECT DISTINCT subject_id FROM ((TABLE wanted EXCEPT TABLE kept) UNION ALL (TABLE kept EXCEPT TABLE wanted)) d`;

const DRIFT = statement('subject-items.drift', driftText('batch'));

/**
 * Returns the ids of the client's subjects of a sort whose stored items differ from the derived ones, read in one
 * snapshot.
 */
export async function findSubjectDrift(trx: Trx, clientId: number, sort: SubjectSort): Promise<number[]> {
  const rows = await run(trx, variant(DRIFT, driftText(sort)), [clientId, kindsOf(sort)]);
  return rows.map(({ subject_id }) => subject_id);
}
