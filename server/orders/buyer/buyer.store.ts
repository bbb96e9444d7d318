import { bind, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import type { BuyerAddress, BuyerField } from '#shared/orders/buyers.ts';

/** Latest changed orders whose names are compared one by one before the trigram index is used. */
const LATEST = 1000;

/** Hits among the latest orders that make the index search unnecessary, which would read every order of a common name. */
const ENOUGH = 8;

/** Most orders that buyers are taken from. */
const MAX_ORDERS = 200;

/** Receiver and address of an order. */
export interface ReceiverRow extends BuyerAddress {
  first_name: string;
  last_name: string;
  receiver_name: string;
  document: string;
  email: string;
  receiver_phone: string;
  /** Whether the address belongs to a pickup point that the sender chose, not to the buyer. */
  at_point: boolean;
}

// Under row-level security the planner uses neither the trigram index nor indexes on expressions: the definer function does
// (docs/decisions/0007).
const INDEXED = `SELECT b.id, b.updated_at
  FROM unnest($3::text[]) AS wanted, orders_of_buyers($2, wanted, $4, ${MAX_ORDERS}) AS b`;

const FOUND: Record<'name' | 'latest' | 'indexed', string> = {
  name: `SELECT id, updated_at FROM recent UNION ${INDEXED} WHERE (SELECT count(*) FROM recent) < ${ENOUGH}`,
  latest: 'SELECT id, updated_at FROM recent',
  indexed: INDEXED,
};

const RECENT = `recent AS MATERIALIZED (
    SELECT id, updated_at FROM (
      SELECT o.id, o.updated_at, o.name_norm, o.masked_at, o.created_at FROM orders o
      WHERE o.client_id = $1 ORDER BY o.updated_at DESC, o.id DESC LIMIT ${LATEST}
    ) WHERE masked_at IS NULL AND created_at >= $4 AND name_norm LIKE like_contains(($3::text[])[1]) AND $2 = 'name'
  ),`;

const buyersText = (kind: keyof typeof FOUND) => `WITH ${kind === 'indexed' ? '' : RECENT} found AS MATERIALIZED (
        SELECT DISTINCT id, updated_at FROM (${FOUND[kind]}) ORDER BY updated_at DESC, id DESC LIMIT ${MAX_ORDERS}
      )
      SELECT o.first_name, o.last_name, o.receiver_name, o.document, o.email, o.receiver_phone, o.street_name, o.street_number,
        o.floor, o.apartment, o.between_1, o.between_2, o.zip_code, o.state, o.city, o.neighborhood_name, o.other_info,
        coalesce(o.pickup_point ? 'chosen', false) AS at_point
      FROM found f JOIN orders o ON o.client_id = $1 AND o.id = f.id
      ORDER BY f.updated_at DESC, f.id DESC`;

const BUYERS: Statement<ReceiverRow> = statement('buyer.buyers', buyersText('indexed'));

/**
 * Finds the client's latest distinct receivers, latest first. Masked receivers are never found.
 *
 * @param texts part of a name; beginnings of a document in capitals, or of a phone's digits
 * @param indexed false for a name without three letters or digits in a row, because the whole index would be read for
 *   it
 */
export function buyersStatement(
  clientId: number,
  { by, texts, since, indexed }: { by: BuyerField; texts: readonly string[]; since: Date; indexed: boolean },
): Read<ReceiverRow> {
  const kind = by !== 'name' ? 'indexed' : indexed ? 'name' : 'latest';
  return bind(variant(BUYERS, buyersText(kind)), [clientId, by, texts, since], `buyers ${kind}`);
}
