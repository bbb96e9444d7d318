import type { Read } from '#server/db/database.ts';
import { Parameters } from '#server/db/parameters.ts';
import { idMatchSql, orderNumberSql, toIdMatch } from '#server/domain/list-criteria.ts';

/** Hits of each kind that are told. */
const SHOWN = 6;

/** Orders, the last changed first, whose names are read one by one before the index is asked. */
const LATEST = 1000;

/**
 * So many hits among the latest are enough: a name that is commoner than that would have the index tell of thousands of
 * orders, of which nobody sees more than the latest.
 */
const ENOUGH = 8;

/** Orders of a name that receivers are gathered from. */
const GATHERED = 30;

/**
 * Where a name is looked for beyond the latest orders: anywhere in names, at the beginning of a word (two letters, where
 * the trigram index needs the space before them), or nowhere.
 */
export type NameSearchScope = 'part' | 'start' | 'latest';

/** A text, and what it names if it is complete. */
export interface SearchedText {
  text: string;
  tracking: string | null;
  label: string | null;
  /** An id of the database. */
  id: number | null;
  names: NameSearchScope;
}

// Row-level security keeps the planner off the trigram index: the definer function asks it (docs/decisions/0007).
const NAMED = (pattern: string) => `
  UNION SELECT n.id, n.updated_at FROM orders_named((SELECT ${pattern} FROM asked)) n
  WHERE current_client() = $1 AND (SELECT count(*) FROM recent) < ${ENOUGH}`;

const NAME_QUERY: Record<NameSearchScope, string> = {
  part: NAMED('part'),
  start: NAMED(`'% ' || substr(part, 2)`),
  latest: '',
};

/** Numbers the first rows of an ordered selection of ids from `from` on: what comes in several ways keeps its best place. */
const ranked = (from: number, rows: string) =>
  `SELECT id, ${from} + row_number() OVER () AS place FROM (${rows} LIMIT ${SHOWN})`;

/** Places below are of what the text names exactly. */
const EXACT = 1000;

/**
 * What fits a text: one row of JSON, as the contract tells it. An exact id comes first, then beginnings of ids and of the
 * client's own numbers, then names; shipments follow their orders.
 */
export function findStatement(clientId: number, { text, tracking, label, id, names }: SearchedText): Read {
  const parameters = new Parameters(clientId);
  const typed = parameters.add(text);
  const number = id === null ? null : parameters.add(id);
  const orders = (condition: string, order: string) =>
    `SELECT o.id FROM orders o WHERE o.client_id = $1 AND ${condition} ORDER BY ${order}`;
  const shipments = (condition: string, order: string) =>
    `SELECT p.id FROM shipments p WHERE p.client_id = $1 AND ${condition} ORDER BY ${order}`;

  // A client's number is unique among what isn't cancelled, but for its direction (readings C9).
  const orderHits = [
    ranked(
      tracking ? 0 : EXACT,
      orders(idMatchSql('o.tracking_id', toIdMatch(text, tracking), parameters), 'o.tracking_id'),
    ),
    ranked(100, orders(`o.order_norm = lower(${typed})`, 'o.cancelled_at IS NOT NULL, o.updated_at DESC')),
    ...(number ? [ranked(200, orders(`o.id = ${number}`, 'o.id'))] : []),
    ranked(2 * EXACT, orders(orderNumberSql(text, parameters), 'o.order_norm')),
    ranked(3 * EXACT, 'SELECT id FROM named ORDER BY updated_at DESC, id DESC'),
  ];
  const shipmentHits = [
    ranked(label ? 0 : EXACT, shipments(idMatchSql('p.label', toIdMatch(text, label), parameters), 'p.label')),
    ...(number ? [ranked(200, shipments(`p.id = ${number}`, 'p.id'))] : []),
    ranked(
      2 * EXACT,
      `SELECT p.id FROM order_hits f JOIN shipments p ON p.client_id = $1 AND p.order_pk = f.id ORDER BY f.place, p.n`,
    ),
  ];
  const best = (hits: readonly string[]) =>
    `SELECT id, min(place) AS place FROM (${hits.map((rows) => `(${rows})`).join(' UNION ALL ')})
     GROUP BY id ORDER BY place LIMIT ${SHOWN}`;
  const shape = [tracking && 'tracking', label && 'label', number && 'id', names].filter(Boolean).join(' ');
  return {
    name: `search ${shape}`,
    text: `WITH asked AS MATERIALIZED (SELECT like_contains(${typed}) AS part),
      recent AS MATERIALIZED (
        SELECT id, updated_at FROM (
          SELECT o.id, o.updated_at, o.name_norm FROM orders o WHERE o.client_id = $1
          ORDER BY o.updated_at DESC, o.id DESC LIMIT ${LATEST}
        ) WHERE name_norm LIKE (SELECT part FROM asked)
      ),
      named AS MATERIALIZED (
        SELECT id, updated_at FROM (SELECT id, updated_at FROM recent ${NAME_QUERY[names]})
        ORDER BY updated_at DESC, id DESC LIMIT ${GATHERED}
      ),
      order_hits AS MATERIALIZED (${best(orderHits)}),
      shipment_hits AS MATERIALIZED (${best(shipmentHits)}),
      exact AS (
        SELECT 'order' AS kind, id, place FROM order_hits WHERE place < ${EXACT}
        UNION ALL SELECT 'shipment', id, place FROM shipment_hits WHERE place < ${EXACT}
        ORDER BY place LIMIT 1
      )
      SELECT
        (SELECT json_build_object('kind', kind, 'id', id) FROM exact) AS jump,
        (SELECT coalesce(json_agg(json_build_object('id', o.id, 'tracking_id', o.tracking_id, 'order_id', o.order_id,
            'receiver_name', o.receiver_name, 'state', o.order_state) ORDER BY f.place), '[]')
          FROM order_hits f JOIN orders o ON o.client_id = $1 AND o.id = f.id) AS orders,
        (SELECT coalesce(json_agg(json_build_object('id', p.id, 'shipment_id', p.label,
            'receiver_name', o.receiver_name, 'state', p.state) ORDER BY f.place), '[]')
          FROM shipment_hits f JOIN shipments p ON p.client_id = $1 AND p.id = f.id
          JOIN orders o ON o.client_id = $1 AND o.id = p.order_pk) AS shipments,
        (SELECT coalesce(json_agg(json_build_object('receiver_name', name) ORDER BY at DESC), '[]') FROM (
          SELECT (array_agg(o.receiver_name ORDER BY o.updated_at DESC))[1] AS name, max(o.updated_at) AS at
          FROM named n JOIN orders o ON o.client_id = $1 AND o.id = n.id
          GROUP BY norm(o.receiver_name) ORDER BY at DESC LIMIT ${SHOWN}
        )) AS receivers`,
    values: parameters.values,
  };
}
