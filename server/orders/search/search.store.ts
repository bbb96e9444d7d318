import { Parameters } from '#server/db/list/parameters.ts';
import { bind, type Query, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import { idMatchSql, orderNumberSql, toIdMatch } from '#server/orders/domain/list-criteria.ts';
import { ORDER_STATE_TEXT } from '#server/orders/domain/order-row.store.ts';
import type { Day } from '#shared/kit/days.ts';
import { singleBlanks } from '#shared/kit/text/blanks.ts';
import type { FoundOrder, FoundShipment, SearchResults } from '#shared/orders/search.ts';

/** Most hits per kind. */
const MAX_HITS = 6;

/** Latest changed orders whose names are compared one by one before the trigram index is used. */
const LATEST = 1000;

/**
 * Hits among the latest orders that make the index search unnecessary. For a common name, the index would return
 * thousands of orders, of which only the latest are shown.
 */
const ENOUGH = 8;

/** Orders with a matching name that the receivers are taken from. */
const MAX_NAMED = 30;

/**
 * Scope of the name search beyond the latest orders: anywhere in names, at the beginning of a word (for two letters,
 * because the space before them completes the trigram), or none.
 */
export type NameSearchScope = 'part' | 'start' | 'latest';

/** A search text, and the ids that it could be. */
export interface SearchedText {
  text: string;
  tracking: string | null;
  label: string | null;
  /** An id of the database. */
  id: number | null;
  names: NameSearchScope;
}

// Under row-level security the planner doesn't use the trigram index: the definer function does (docs/decisions/0007).
const NAMED = (pattern: string) => `
  UNION SELECT n.id, n.updated_at FROM orders_named((SELECT ${pattern} FROM input)) n
  WHERE current_client() = $1 AND (SELECT count(*) FROM recent) < ${ENOUGH}`;

const NAME_QUERY: Record<NameSearchScope, string> = {
  part: NAMED('part'),
  start: NAMED(`'% ' || substr(part, 2)`),
  latest: '',
};

/** SQL that ranks the first ids of an ordered selection, from `from` on. */
const ranked = (from: number, rows: string) =>
  `SELECT id, ${from} + row_number() OVER () AS rank FROM (${rows} LIMIT ${MAX_HITS})`;

/** Ranks below this number are exact matches. */
const EXACT = 1000;

/** A hit as the statement returns it: with the promised day alone. */
type StoredHit<T extends { due: unknown }> = Omit<T, 'due'> & { due: Day | null };

/** The row of `findStatement`. */
export type StoredResults = Omit<SearchResults, 'orders' | 'shipments'> & {
  orders: StoredHit<FoundOrder>[];
  shipments: StoredHit<FoundShipment>[];
};

/**
 * Searches orders, shipments and receivers: one row. Exact ids rank first, then
 * beginnings of ids and of the client's order numbers, then names. Shipments of the found orders rank after exact and
 * partial labels.
 */
export function findStatement(clientId: number, searched: SearchedText): Read<StoredResults> {
  const { text, values } = findQuery(clientId, searched);
  const { tracking, label, id, names } = searched;
  const shape = [tracking && 'tracking', label && 'label', id === null ? null : 'id', names].filter(Boolean).join(' ');
  return bind(variant(FOUND, text), values, `search ${shape}`);
}

function findQuery(clientId: number, { text, tracking, label, id, names }: SearchedText): Query {
  const parameters = new Parameters(clientId);
  const typed = parameters.add(text);
  const name = parameters.add(singleBlanks(text));
  const number = id === null ? null : parameters.add(id);
  const orders = (condition: string, order: string) =>
    `SELECT o.id FROM orders o WHERE o.client_id = $1 AND ${condition} ORDER BY ${order}`;
  const shipments = (condition: string, order: string) =>
    `SELECT p.id FROM shipments p WHERE p.client_id = $1 AND ${condition} ORDER BY ${order}`;

  // An order number may match several orders: one per direction, and any number of cancelled ones (readings C9).
  const orderHits = [
    ranked(
      tracking ? 0 : EXACT,
      orders(idMatchSql('o.tracking_id', toIdMatch(text, tracking), parameters), 'o.tracking_id'),
    ),
    ranked(100, orders(`o.order_norm = folded_key(${typed})`, 'o.cancelled_at IS NOT NULL, o.updated_at DESC')),
    ...(number ? [ranked(200, orders(`o.id = ${number}`, 'o.id'))] : []),
    ranked(2 * EXACT, orders(orderNumberSql(text, parameters), 'o.order_norm')),
    ranked(3 * EXACT, 'SELECT id FROM named ORDER BY updated_at DESC, id DESC'),
  ];
  const shipmentHits = [
    ranked(label ? 0 : EXACT, shipments(idMatchSql('p.label', toIdMatch(text, label), parameters), 'p.label')),
    ...(number ? [ranked(200, shipments(`p.id = ${number}`, 'p.id'))] : []),
    ranked(
      2 * EXACT,
      `SELECT p.id FROM order_hits f JOIN shipments p ON p.client_id = $1 AND p.order_pk = f.id ORDER BY f.rank, p.n`,
    ),
  ];
  const best = (hits: readonly string[]) =>
    `SELECT id, min(rank) AS rank FROM (${hits.map((rows) => `(${rows})`).join(' UNION ALL ')})
     GROUP BY id ORDER BY rank LIMIT ${MAX_HITS}`;
  return {
    text: `WITH input AS MATERIALIZED (SELECT like_contains(${name}) AS part),
      recent AS MATERIALIZED (
        SELECT id, updated_at FROM (
          SELECT o.id, o.updated_at, o.name_norm FROM orders o WHERE o.client_id = $1
          ORDER BY o.updated_at DESC, o.id DESC LIMIT ${LATEST}
        ) WHERE name_norm LIKE (SELECT part FROM input)
      ),
      named AS MATERIALIZED (
        SELECT id, updated_at FROM (SELECT id, updated_at FROM recent ${NAME_QUERY[names]})
        ORDER BY updated_at DESC, id DESC LIMIT ${MAX_NAMED}
      ),
      order_hits AS MATERIALIZED (${best(orderHits)}),
      shipment_hits AS MATERIALIZED (${best(shipmentHits)}),
      exact AS (
        SELECT 'order' AS kind, id, rank FROM order_hits WHERE rank < ${EXACT}
        UNION ALL SELECT 'shipment', id, rank FROM shipment_hits WHERE rank < ${EXACT}
        ORDER BY rank LIMIT 1
      )
      SELECT
        (SELECT json_build_object('kind', kind, 'id', id) FROM exact) AS jump,
        (SELECT coalesce(json_agg(json_build_object('id', o.id, 'tracking_id', o.tracking_id, 'order_id', o.order_id,
            'receiver_name', o.receiver_name, 'state', ${ORDER_STATE_TEXT}, 'due', o.due_on) ORDER BY f.rank), '[]')
          FROM order_hits f JOIN orders o ON o.client_id = $1 AND o.id = f.id) AS orders,
        (SELECT coalesce(json_agg(json_build_object('id', p.id, 'shipment_id', p.label,
            'receiver_name', o.receiver_name, 'state', p.state, 'due', p.due_on) ORDER BY f.rank), '[]')
          FROM shipment_hits f JOIN shipments p ON p.client_id = $1 AND p.id = f.id
          JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk) AS shipments,
        (SELECT coalesce(json_agg(json_build_object('receiver_name', name) ORDER BY at DESC), '[]') FROM (
          SELECT (array_agg(o.receiver_name ORDER BY o.updated_at DESC))[1] AS name, max(o.updated_at) AS at
          FROM named n JOIN orders o ON o.client_id = $1 AND o.id = n.id
          GROUP BY norm(o.receiver_name) ORDER BY at DESC LIMIT ${MAX_HITS}
        )) AS receivers`,
    values: parameters.values,
  };
}

const FOUND: Statement<StoredResults> = statement(
  'search.found',
  findQuery(0, { text: '', tracking: null, label: null, id: null, names: 'part' }).text,
  { nullable: ['jump'] },
);
