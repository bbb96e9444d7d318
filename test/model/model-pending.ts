import { expect } from 'vitest';
import { NOT_SUPERSEDED } from '#server/orders/domain/movement/event-corrections.store.ts';
import { addDays, localDay, startOfDay } from '#shared/kit/days.ts';
import { closePending, listPending, snoozePending } from '#shared/orders/pending.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { addWorkingDays, type Calendar } from '#shared/provider/rules/working-days.ts';
import type { TestClient } from '#test/app/test-gateway.ts';
import type { StepOf } from './model-steps.ts';
import type { ModelWorld } from './model-world.ts';

/** An item that an order must have, derived from its history without the product's rules. */
interface Expected {
  kind: string;
  subject: number;
  cause: number;
  opens: number;
  deadline: number | null;
}

/** What a sender did with an item: hides it until a time, or for good, while its cause stays. */
export interface HiddenItem extends Pick<Expected, 'kind' | 'subject' | 'cause' | 'deadline'> {
  clientId: number;
  /** ms since 1970; infinite for a closed item. */
  until: number;
}

interface Shipment {
  client_id: number;
  id: number;
  mode: number;
  code: string | null;
  at: Date;
  reason: string | null;
  printed_at: Date | null;
  rejected_at: Date | null;
}

const SHIPMENTS = `
  SELECT o.client_id, o.id, o.delivery_mode AS mode, last.state_code AS code, last.at, last.reason,
    CASE WHEN s.printed THEN (SELECT min(d.delivered_at) FROM label_deliveries d WHERE d.shipment_id = s.id) END AS printed_at,
    (SELECT CASE m.state WHEN 'Rechazado' THEN m.decided_at END FROM modification_requests m WHERE m.order_pk = o.id
     ORDER BY m.requested_at DESC, m.id DESC LIMIT 1) AS rejected_at
  FROM orders o JOIN shipments s ON s.client_id = o.client_id AND s.order_pk = o.id CROSS JOIN LATERAL (
    SELECT e.* FROM shipment_events e WHERE e.client_id = s.client_id AND e.shipment_id = s.id AND ${NOT_SUPERSEDED}
    ORDER BY e.at DESC, e.recorded_at DESC LIMIT 1) last
  WHERE o.client_id = ANY($1)`;

/** Uploads with failed rows, and payments that need attention. */
const SUBJECTS = `SELECT client_id, 'failed_rows' AS kind, id, finished_at AS at FROM batches
  WHERE client_id = ANY($1) AND finished_at IS NOT NULL AND failed > 0
  UNION ALL SELECT client_id, 'payment_attention', id, attention_at FROM merchant_orders
  WHERE client_id = ANY($1) AND attention IS NOT NULL`;

interface Lot {
  client_id: number;
  sku_id: number;
  free: number;
  expiry: string | null;
  criticality: string | null;
  /** Last receipt of units. */
  received: Date;
}

const LOTS = `SELECT l.client_id, l.sku_id, l.units - l.reserved AS free, l.expiry::text, l.criticality::text,
    (SELECT max(r.recorded_at) FROM stock_receipts r WHERE r.client_id = l.client_id AND r.lot_id = l.id AND r.units > 0) AS received
  FROM stock_lots l WHERE l.client_id = ANY($1)`;

const dayAfter = (day: string) => startOfDay(addDays(day, 1));

/** Items of one SKU: without free units, now or after the last of them expired; and with free units that become critical. */
function itemsOfSku(lots: readonly Lot[]): Expected[] {
  const [{ sku_id: subject }] = lots as [Lot];
  const free = lots.filter((lot) => lot.free > 0);
  const items: Expected[] = [];
  if (free.every(({ expiry }) => expiry !== null)) {
    const cause = Math.max(...lots.map(({ received }) => received.getTime()));
    const opens = Math.max(cause, ...free.map(({ expiry }) => dayAfter(expiry as string)));
    items.push({ kind: 'stock_short', subject, cause, opens, deadline: null });
  }
  const [first] = free
    .filter(({ expiry }) => expiry !== null)
    .sort((a, b) => ((a.expiry ?? '') < (b.expiry ?? '') ? -1 : 1));
  if (first?.expiry) {
    const opens = dayAfter(first.criticality ?? first.expiry);
    items.push({ kind: 'stock_expiring', subject, cause: opens, opens, deadline: dayAfter(first.expiry) - 1 });
  }
  return items;
}

const FAILURES: Record<string, string> = {
  'Intentos de entrega agotados': 'last_attempt',
  'Dirección incorrecta': 'wrong_address',
};

/** Returns 24 hours after a time, on a working day. */
function attempt(at: Date, calendar: Calendar): number {
  const day = localDay(at);
  return startOfDay(addWorkingDays(day, 1, calendar)) + at.getTime() - startOfDay(day);
}

function itemOfShipment({ id, mode, code, at, reason, printed_at }: Shipment, calendar: Calendar): Expected | null {
  const item = (kind: string, deadline: number | null, opens = at.getTime(), cause = at.getTime()) => ({
    kind,
    subject: id,
    cause,
    opens,
    deadline,
  });
  if (mode === 4) return null;
  if (code === 'no_entregado') return item(FAILURES[reason ?? ''] ?? 'failed_visit', attempt(at, calendar));
  if (code === 'direccion_corregir') return item('wrong_address', attempt(at, calendar));
  if (code === 'rechazado') return item('last_attempt', attempt(at, calendar));
  const day = localDay(at);
  if (code === 'disponible_retiro') {
    return item('pickup_waiting', startOfDay(addDays(day, 8)) - 1, startOfDay(addDays(day, 5)));
  }
  const waits = mode < 3 && ['registrado', 'planificado', 'pendiente_retiro'].includes(code ?? '');
  if (!waits || !printed_at) return null;
  const opens = startOfDay(addDays(addWorkingDays(localDay(printed_at), 2, calendar), 1));
  return item('not_collected', null, opens, printed_at.getTime());
}

/** Returns each client's items by `kind subject`; of several shipments the earliest deadline counts. */
async function expectedItems({ gateway, clients, calendar }: ModelWorld): Promise<Map<number, Map<string, Expected>>> {
  const shipments = await gateway.owner<Shipment>(SHIPMENTS, [clients.map(({ clientId }) => clientId)]);
  const items = new Map(clients.map(({ clientId }) => [clientId, new Map<string, Expected>()]));
  const urgency = ({ deadline, opens }: Expected) => deadline ?? opens;
  for (const shipment of shipments) {
    const { id, rejected_at, code } = shipment;
    const cause = rejected_at?.getTime() ?? 0;
    const active = !(FINAL_STATES as readonly (string | null)[]).includes(code);
    const rejected =
      rejected_at && active
        ? { kind: 'modification_rejected', subject: id, cause, opens: cause, deadline: null }
        : null;
    for (const item of [itemOfShipment(shipment, calendar), rejected]) {
      if (!item) continue;
      const own = items.get(shipment.client_id);
      const key = `${item.kind} ${item.subject}`;
      const known = own?.get(key);
      if (!known || urgency(item) < urgency(known)) own?.set(key, item);
    }
  }
  const lots = await gateway.owner<Lot>(LOTS, [clients.map(({ clientId }) => clientId)]);
  for (const [, own] of Map.groupBy(lots, ({ client_id, sku_id }) => `${client_id} ${sku_id}`)) {
    for (const item of itemsOfSku(own)) items.get(own[0]?.client_id ?? 0)?.set(`${item.kind} ${item.subject}`, item);
  }
  const subjects = await gateway.owner<{ client_id: number; kind: string; id: number; at: Date }>(SUBJECTS, [
    clients.map(({ clientId }) => clientId),
  ]);
  for (const { client_id, kind, id, at } of subjects) {
    const cause = at.getTime();
    items.get(client_id)?.set(`${kind} ${id}`, { kind, subject: id, cause, opens: cause, deadline: null });
  }
  return items;
}

/** Snoozes or closes one of a client's items, if it has any, and records it. */
export async function hideItem(world: ModelWorld, { who, pick, days }: StepOf<'hide'>): Promise<void> {
  const query = { kind: 'resolve', limit: 1000 };
  const listOf = async (by: TestClient) => (await world.gateway.call(listPending, { by, query })).body.results;
  // The other client's, if this one has no items.
  const [first, second] = who === 0 ? world.clients : [world.clients[1], world.clients[0]];
  const own = await listOf(first);
  const [by, items] = own.length > 0 ? [first, own] : [second, await listOf(second)];
  const item = items[pick % items.length];
  if (!item) return;
  const expected = (await expectedItems(world)).get(by.clientId)?.get(`${item.kind} ${item.thing.id}`);
  if (!expected) throw new Error(`listed, but not expected: ${item.kind} of ${item.thing.name}`);
  const until = addDays(localDay(new Date(world.now)), days);
  const params = { id: item.id };
  const { status } = item.closable
    ? await world.gateway.call(closePending, { by, params })
    : await world.gateway.call(snoozePending, { by, params, body: { until } });
  expect(status).toBe(item.closable || (item.snooze_until !== null && until <= item.snooze_until) ? 200 : 422);
  if (status !== 200) return;
  const { opens: _, ...same } = expected;
  const time = item.closable ? Number.POSITIVE_INFINITY : startOfDay(until);
  world.hidings += 1;
  world.hidden.push({ ...same, clientId: by.clientId, until: time });
}

/** Orders that are read as items: to print, to pay, late. */
const READ = `SELECT 'print ' || id AS key FROM orders WHERE client_id = $1 AND state_group = 'por_imprimir'
  UNION ALL SELECT 'pay ' || id FROM orders WHERE client_id = $1 AND state_group = 'pendiente_pago'
  UNION ALL SELECT 'late ' || id FROM orders WHERE client_id = $1 AND due_on < $2::date`;

/**
 * Lists differences between the items that the portal lists and counts, and those that follow from the histories, without what senders
 * hid. An item whose cause or deadline changed isn't hidden any more.
 */
export async function wrongPending(world: ModelWorld): Promise<object[]> {
  const { gateway, clients, now } = world;
  gateway.setTime(new Date(now));
  const items = await expectedItems(world);
  world.hidden = world.hidden.filter(({ clientId, kind, subject, cause, deadline, until }) => {
    const item = items.get(clientId)?.get(`${kind} ${subject}`);
    return item?.cause === cause && (item.deadline === deadline || until === Number.POSITIVE_INFINITY);
  });
  const wrong: object[] = [];
  for (const by of clients) {
    const { clientId } = by;
    const isHidden = ({ kind, subject }: Expected) =>
      world.hidden.some(
        (one) => one.clientId === clientId && one.kind === kind && one.subject === subject && one.until > now,
      );
    const read = await gateway.owner<{ key: string }>(READ, [clientId, localDay(new Date(now))]);
    const own = [...(items.get(clientId)?.entries() ?? [])];
    const due = own.filter(([, item]) => item.opens <= now && !isHidden(item)).map(([key]) => key);
    const expected = [...due, ...read.map(({ key }) => key)].sort();
    const { body } = await gateway.call(listPending, { by, query: { limit: 1000 } });
    const listed = body.results.map(({ kind, thing }) => `${kind} ${thing.id}`).sort();
    if (JSON.stringify(listed) !== JSON.stringify(expected)) wrong.push({ listed, expected });
    const counted = body.kinds.reduce((sum, { total }) => sum + total, 0);
    if (counted !== listed.length || body.pagination.total !== counted) wrong.push({ counted, listed: listed.length });
  }
  return wrong;
}
