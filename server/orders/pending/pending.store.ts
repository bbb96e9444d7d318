import { execute, run, type Trx } from '#server/db/connection.ts';
import { bind, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import type { Day } from '#shared/kit/days.ts';
import { HAS_PAYMENT } from '#shared/money/rules/order-payment.ts';
import { MAX_PENDING } from '#shared/orders/pending.ts';
import {
  isSnoozable,
  KIND_NAMES,
  kindsOf,
  OPEN_ITEM_KINDS,
  type OpenItemKind,
} from '#shared/orders/rules/open-item-kinds.ts';

/** Total of a kind as stored. */
export interface StoredKind {
  kind: OpenItemKind;
  total: number;
  overdue: number;
  /** Earliest deadline; null if none of its items has one. */
  first: Date | null;
}

/** Time, and its day, at which items are counted. */
export interface PendingMoment {
  now: Date;
  today: Day;
}

const GROUPS = { print: 'por_imprimir', pay: 'pendiente_pago' } as const;

const IN_GROUP = { where: (group: string) => `o.state_group = ${group}`, sort: 'o.updated_at, o.id' };

/** SQL condition and order of the orders `o` of a kind without rows, by the day or group that it compares with. */
const ORDER_LISTS = {
  late: { where: (day: string) => `o.due_on < ${day}::date`, sort: 'o.due_on, o.id' },
  print: IN_GROUP,
  pay: IN_GROUP,
};

/** SQL order of open items `i`. */
const ITEM_SORT = 'i.deadline, i.amount_cents DESC, i.id';

/** SQL condition of an open item `i` that counts at the time `$2`. */
const SHOWN = 'i.client_id = $1 AND i.closed_at IS NULL AND i.shows_at <= $2';

const BY_KIND: Statement<StoredKind> = statement(
  'pending.by-kind',
  `
    SELECT k.kind, c.total, c.overdue, c.first FROM unnest($4::text[]) AS k (kind) CROSS JOIN LATERAL (
      SELECT count(*) AS total, count(*) FILTER (WHERE m.deadline < $2) AS overdue, min(m.deadline) AS first FROM (
        SELECT i.deadline FROM open_items i WHERE ${SHOWN} AND i.kind = k.kind
        ORDER BY ${ITEM_SORT} LIMIT ${MAX_PENDING}) m
    ) c WHERE c.total > 0
    UNION ALL
    SELECT CASE state_group WHEN '${GROUPS.print}' THEN 'print' ELSE 'pay' END, least(sum(n), ${MAX_PENDING})::bigint, 0, NULL
    FROM order_counts WHERE client_id = $1 AND day = '-infinity' AND state_group IN ('${GROUPS.print}', '${GROUPS.pay}')
    GROUP BY state_group HAVING sum(n) > 0
    UNION ALL
    SELECT 'late', l.n, l.n, (l.first + 1)::timestamp AT TIME ZONE INTERVAL '-03:00' - INTERVAL '1 millisecond' FROM (
      SELECT count(*) AS n, min(d.due_on) AS first FROM (SELECT o.due_on FROM orders o
        WHERE o.client_id = $1 AND ${ORDER_LISTS.late.where('$3')} ORDER BY ${ORDER_LISTS.late.sort} LIMIT ${MAX_PENDING}) d) l WHERE l.n > 0`,
  { prepared: true, nullable: ['first'] },
);

/** Counts the client's items by kind, at most `MAX_PENDING` of each. Kinds without items are missing. */
export const countPending = (clientId: number, { now, today }: PendingMoment) =>
  bind(BY_KIND, [clientId, now, today, STORED_KINDS]);

const STORED_KINDS = KIND_NAMES.filter(isSnoozable);

/** A stored item with its subject. */
export interface StoredItem {
  id: number;
  cause_at: Date;
  deadline: Date | null;
  /** Of a late order instead of `deadline`. */
  due_on: Day | null;
  amount_cents: number;
  subject_id: number;
  name: string;
  tracking_id: string | null;
  description: string | null;
  detail: string | null;
}

/** Names, detail and joins of the subject of an item `i`. */
const SUBJECTS = {
  order: {
    names: 'o.order_id AS name, o.tracking_id, o.receiver_name AS description',
    detail: `CASE i.kind
      WHEN 'modification_rejected' THEN (SELECT m.reason FROM modification_requests m
        WHERE m.client_id = $1 AND m.order_pk = o.id ORDER BY m.requested_at DESC LIMIT 1)
      ELSE (SELECT e.reason FROM shipments s JOIN shipment_events e ON e.client_id = $1 AND e.shipment_id = s.id
        WHERE s.client_id = $1 AND s.order_pk = o.id AND e.at = s.state_at AND e.at = i.cause_at AND e.reason IS NOT NULL
        ORDER BY e.recorded_at DESC LIMIT 1) END`,
    joins: 'JOIN orders o ON o.client_id = $1 AND o.id = i.subject_id',
  },
  batch: {
    names: 'b.file_name AS name, NULL AS tracking_id, NULL AS description',
    detail: 'b.failed::text',
    joins: 'JOIN batches b ON b.client_id = $1 AND b.id = i.subject_id',
  },
  payment: {
    names: `'' AS name, NULL AS tracking_id, NULL AS description`,
    detail: 'p.attention',
    joins: 'JOIN merchant_orders p ON p.client_id = $1 AND p.id = i.subject_id',
  },
  sku: {
    names: 'k.sku AS name, NULL AS tracking_id, k.description',
    detail: `CASE i.kind WHEN 'stock_expiring' THEN (
      SELECT sum(l.units - l.reserved)::text FROM stock_lots l WHERE l.client_id = $1 AND l.sku_id = k.id
        AND coalesce(l.criticality, l.expiry) < local_day($2::timestamptz)) END`,
    joins: 'JOIN stock_skus k ON k.client_id = $1 AND k.id = i.subject_id',
  },
  invitation: {
    names: 'v.email AS name, NULL AS tracking_id, NULL AS description',
    detail: 'NULL',
    joins: 'JOIN user_invitations v ON v.client_id = $1 AND v.id = i.subject_id',
  },
  user: {
    names: 'u.username AS name, NULL AS tracking_id, NULL AS description',
    detail: 'NULL',
    joins: 'JOIN users u ON u.client_id = $1 AND u.id = i.subject_id',
  },
} as const;

/** Columns of an item that is read from an order `o`. */
const orderItem = (
  detail: string,
) => `o.id, o.created_at AS cause_at, NULL AS deadline, o.due_on, o.rate_cents AS amount_cents,
  o.id AS subject_id, o.order_id AS name, o.tracking_id, o.receiver_name AS description, ${detail} AS detail`;

/** Number of labels of an order to print; why an order to pay can't be added to a payment. */
const ORDER_DETAILS = {
  print: `(SELECT count(*)::text FROM shipments s WHERE s.client_id = $1 AND s.order_pk = o.id AND s.printable)`,
  pay: `CASE WHEN NOT o.can_generate_merchant_order THEN '${HAS_PAYMENT}' END`,
};

/** Text of the orders of a kind, from the day or group `$2`. */
const ordersText = (kind: keyof typeof ORDER_LISTS, detail: string) =>
  `SELECT ${orderItem(detail)} FROM orders o WHERE o.client_id = $1 AND ${ORDER_LISTS[kind].where('$2')}
      ORDER BY ${ORDER_LISTS[kind].sort} LIMIT $3 OFFSET $4`;

/** Text of the items of a kind `$3` about subjects of a sort. */
function itemsText(of: keyof typeof SUBJECTS): string {
  const { names, detail, joins } = SUBJECTS[of];
  return `WITH i AS MATERIALIZED (
      SELECT i.* FROM open_items i WHERE ${SHOWN} AND i.kind = $3
      ORDER BY ${ITEM_SORT} LIMIT $4 OFFSET $5)
    SELECT i.id, i.cause_at, i.deadline, NULL AS due_on, i.amount_cents, i.subject_id, ${names}, ${detail} AS detail
    FROM i ${joins} ORDER BY ${ITEM_SORT}`;
}

/** An order as an item, without a stored deadline. */
type OrderItem = StoredItem & { deadline: null; tracking_id: string; description: string };

const ORDERS: Statement<OrderItem> = statement('pending.orders', ordersText('late', 'NULL'), {
  nullable: ['deadline', 'detail'],
});

const ITEMS: Statement<StoredItem> = statement('pending.items', itemsText('order'), {
  nullable: ['due_on', 'tracking_id', 'description', 'detail'],
});

/** Reads a slice of the items of a kind: by deadline, then by amount; late orders by due day, other orders by their last change. */
export function readPending(
  clientId: number,
  kind: OpenItemKind,
  { now, today }: PendingMoment,
  { limit, offset }: { limit: number; offset: number },
): Read<StoredItem> {
  const { of } = OPEN_ITEM_KINDS[kind];
  const name = `pending ${kind}`;
  if (kind === 'late') return bind(variant(ORDERS, ordersText(kind, 'NULL')), [clientId, today, limit, offset], name);
  if (of === 'orders') {
    const group = kind === 'print' ? kind : 'pay';
    const text = ordersText(group, ORDER_DETAILS[group]);
    return bind(variant(ORDERS, text), [clientId, GROUPS[group], limit, offset], name);
  }
  return bind(variant(ITEMS, itemsText(of)), [clientId, now, kind, limit, offset], name);
}

/** The subject of an item, by its names. */
export type NamedItem = Pick<StoredItem, 'subject_id' | 'name' | 'tracking_id' | 'description'> & {
  kind: OpenItemKind;
};

/** Subjects that `readFirst` reads of each kind. */
export const FIRST = 2;

const SORTS = ['order', 'batch', 'payment', 'sku', 'invitation', 'user'] as const satisfies (keyof typeof SUBJECTS)[];

function firstText(): string {
  const stored = SORTS.map(
    (of, index) => `SELECT i.kind, i.n, i.subject_id, ${SUBJECTS[of].names}
      FROM unnest($${index + 4}::text[]) AS w (kind) CROSS JOIN LATERAL (
        SELECT i.*, row_number() OVER (ORDER BY ${ITEM_SORT}) AS n FROM open_items i
        WHERE ${SHOWN} AND i.kind = w.kind ORDER BY ${ITEM_SORT} LIMIT ${FIRST}) i
      ${SUBJECTS[of].joins}`,
  );
  const orders = (kind: keyof typeof ORDER_LISTS, compared: string) => {
    const { where, sort } = ORDER_LISTS[kind];
    return `(SELECT '${kind}', row_number() OVER (ORDER BY ${sort}), o.id, ${SUBJECTS.order.names} FROM orders o
      WHERE o.client_id = $1 AND ${where(compared)} ORDER BY ${sort} LIMIT ${FIRST})`;
  };
  const parts = [
    ...stored,
    orders('late', '$3'),
    orders('print', `'${GROUPS.print}'`),
    orders('pay', `'${GROUPS.pay}'`),
  ];
  return `SELECT kind, subject_id, name, tracking_id, description FROM (${parts.join(' UNION ALL ')}) f ORDER BY n`;
}

const FIRST_ITEMS: Statement<NamedItem> = statement('pending.first-items', firstText(), {
  prepared: true,
  nullable: ['tracking_id', 'description'],
});

/** Reads the first subjects of each kind, in the order of `readPending`. */
export const readFirst = (clientId: number, { now, today }: PendingMoment) =>
  bind(FIRST_ITEMS, [clientId, now, today, ...SORTS.map(kindsOf)]);

/** An item that somebody snoozes or closes. */
export interface LockedItem {
  id: number;
  kind: OpenItemKind;
  subject_id: number;
  deadline: Date | null;
  snoozed_until: Date | null;
  closed_at: Date | null;
}

const LOCK_ITEM: Statement<LockedItem> = statement(
  'pending.lock-item',
  `SELECT id, kind, subject_id, deadline, snoozed_until, closed_at FROM open_items
   WHERE client_id = $1 AND id = $2 AND kind = ANY($3::text[]) FOR UPDATE`,
);

/** Locks one of the client's items of some kinds; null if there is none. */
export async function lockItem(
  trx: Trx,
  clientId: number,
  { id, kinds }: { id: number; kinds: readonly OpenItemKind[] },
): Promise<LockedItem | null> {
  const [item] = await run(trx, LOCK_ITEM, [clientId, id, kinds]);
  return item ?? null;
}

export async function writeSnooze(trx: Trx, clientId: number, id: number, until: Date): Promise<void> {
  await execute(trx, 'UPDATE open_items SET snoozed_until = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    until,
  ]);
}

/** Closes an item by hand. */
export async function writeClosed(
  trx: Trx,
  clientId: number,
  id: number,
  { now, userId }: { now: Date; userId: number },
): Promise<void> {
  await execute(trx, 'UPDATE open_items SET closed_at = $3, closed_by = $4 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    now,
    userId,
  ]);
}
