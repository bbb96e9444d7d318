import type { DeliveryFacts } from '#server/orders/domain/movement/delivery-results.store.ts';
import { readBatch } from '#shared/bulk/batches.ts';
import { localDay } from '#shared/kit/days.ts';
import { CANCELLED, CONFIRMED, PENDING } from '#shared/money/rules/payments.ts';
import { quote, type Tariff } from '#shared/money/rules/tariff.ts';
import { directionOf } from '#shared/orders/rules/delivery-modes.ts';
import { type DeliveryResult, deliveryResult } from '#shared/orders/rules/due/delivery-result.ts';
import { clampToCreation } from '#shared/orders/rules/shipment/event-position.ts';
import { FINAL_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import { shipmentTotals } from '#shared/orders/statistics.ts';
import type { ModelWorld } from './model-world.ts';

/**
 * Checks of a model world: list contradictions between the database and the recorded actions; empty when consistent.
 * consistency.ts checks that rows fit each other.
 */

/** Lists events that were acknowledged and aren't stored exactly once, or were refused and are stored. */
export async function wrongEvents({ gateway, clients, sentEvents }: ModelWorld): Promise<object[]> {
  const kept = await gateway.owner<{ key: string; at: Date }>(
    `SELECT client_id || ' ' || event_id AS key, at FROM shipment_events
     WHERE event_id IS NOT NULL AND client_id = ANY($1)`,
    [clients.map(({ clientId }) => clientId)],
  );
  const shipments = await gateway.owner<{ label: string; created_at: Date }>(
    'SELECT label, created_at FROM shipments WHERE client_id = ANY($1)',
    [clients.map(({ clientId }) => clientId)],
  );
  const creations = new Map(shipments.map(({ label, created_at }) => [label, created_at.getTime()]));
  const recorded = sentEvents.filter(({ result }) => result === 'recorded');
  const expected = recorded
    .map(({ event, clientId }) => {
      const at = clampToCreation(Date.parse(event.at), creations.get(event.shipment_id) ?? 0);
      return `${clientId} ${event.event_id} ${new Date(at).toISOString()}`;
    })
    .sort();
  const found = kept.map(({ key, at }) => `${key} ${at.toISOString()}`).sort();
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ found, expected }];
}

/** Lists differences between the portal's statistics and a count of the shipments. */
export async function wrongStatistics({ gateway, clients, now }: ModelWorld): Promise<object[]> {
  const wrong: object[] = [];
  for (const by of clients) {
    const query = { filter: { from_date: '2026-02-28', to_date: localDay(new Date(now)) } };
    const { body } = await gateway.call(shipmentTotals, { by, query });
    const rows = await gateway.owner<{ n: number }>(
      'SELECT count(*)::int AS n FROM shipments WHERE client_id = $1 GROUP BY province ORDER BY 1',
      [by.clientId],
    );
    const counted = rows.map(({ n }) => n);
    const shown = body.provinces_array.map(({ total }) => total).sort((a, b) => a - b);
    if (JSON.stringify(shown) !== JSON.stringify(counted)) wrong.push({ shown, counted });
  }
  return wrong;
}

/** Lists kept results of deliveries that differ from those that the whole histories give. */
export async function wrongDeliveryResults({ gateway, clients, calendar }: ModelWorld): Promise<object[]> {
  const ids = clients.map(({ clientId }) => clientId);
  const facts = await gateway.owner<DeliveryFacts & { kept: DeliveryResult | null }>(
    `SELECT s.id, s.delivery_mode, s.promised_max, s.return_requested_at IS NOT NULL AS return_requested,
       (SELECT json_agg(json_build_object('code', e.state_code, 'day', local_day(e.at), 'reason', e.reason)
          ORDER BY e.at, e.recorded_at, e.id)
        FROM shipment_events e WHERE e.client_id = s.client_id AND e.shipment_id = s.id
          AND NOT EXISTS (SELECT FROM event_corrections k
            WHERE k.client_id = e.client_id AND k.shipment_id = e.shipment_id AND k.wrong_id = e.id)) AS history,
       (SELECT json_build_object('ended', d.ended, 'on_time', d.on_time, 'failed_visits', d.failed_visits,
          'failure', d.failure, 'transit_days', d.transit_days)
        FROM delivery_results d WHERE d.client_id = s.client_id AND d.shipment_id = s.id
          AND d.created_on = s.created_on AND d.province IS NOT DISTINCT FROM s.province) AS kept
     FROM shipments s WHERE s.client_id = ANY($1)`,
    [ids],
  );
  return facts.flatMap(({ id, delivery_mode, promised_max, return_requested, history, kept }) => {
    const known = { promisedMax: promised_max, returnRequested: return_requested, calendar };
    const expected = directionOf(delivery_mode) === 'entrega' ? deliveryResult(history, known) : null;
    return JSON.stringify(kept) === JSON.stringify(expected) ? [] : [{ id, kept, expected }];
  });
}

/** Returns why the provider's staff must look at a payment. `approved` is the number of approved attempts. */
function expectedAttention({
  confirmed,
  approved,
  afterEnd,
}: {
  confirmed: boolean;
  approved: number;
  afterEnd: boolean;
}): string | null {
  if (!confirmed) return approved > 0 ? 'approved_after_cancel' : null;
  if (approved > 1) return 'paid_twice';
  return afterEnd ? 'paid_after_end' : null;
}

/**
 * Lists payments whose state differs from the payment provider's. An approved payment is confirmed, or marked for a
 * check if it was cancelled before; its orders are paid, and one mail reports it.
 */
export async function wrongPayments({ gateway, begun, servers, confirmedAfterEnd }: ModelWorld): Promise<object[]> {
  const wrong: object[] = [];
  for (const { by, id } of begun) {
    const attempts = [...servers.payments.attempts.values()].filter((one) => one.external_reference === String(id));
    const approved = attempts.filter(({ status }) => status === 'approved').length;
    const [found] = await gateway.owner<{ state: number; attention: string | null; paid: boolean | null }>(
      `SELECT m.state, m.attention, (SELECT bool_and(o.paid_at IS NOT NULL AND o.merchant_order_id = m.id)
         FROM merchant_order_lines l JOIN orders o ON o.id = l.order_pk WHERE l.merchant_order_id = m.id) AS paid
       FROM merchant_orders m WHERE m.client_id = $1 AND m.id = $2`,
      [by.clientId, id],
    );
    const mails = servers.prepaid.mails.filter(({ text }) => text.includes(`número ${id}.`)).length;
    const confirmed = found?.state === CONFIRMED;
    const attention = expectedAttention({ confirmed, approved, afterEnd: confirmedAfterEnd.get(id) ?? false });
    const right =
      (approved > 0 ? confirmed || found?.state === CANCELLED : !confirmed) &&
      found?.attention === attention &&
      (found?.paid === true) === confirmed &&
      mails === (confirmed ? 1 : 0);
    if (!right) wrong.push({ id, ...found, mails, attempts: attempts.map(({ status }) => status) });
  }
  return wrong;
}

/**
 * Lists uploads with errors: each row has one log, invalid rows failed, and the number of orders equals the created
 * ones plus the valid rows.
 */
export async function wrongUploads({ gateway, uploads, clients, created }: ModelWorld): Promise<object[]> {
  const wrong: object[] = [];
  const made = new Map(clients.map((by) => [by, created.get(by) ?? 0]));
  for (const { by, id, numbers, wrong: bad } of uploads) {
    const { body } = await gateway.call(readBatch, { by, params: { id } });
    const outcomes = body.logs.map(({ resultado }) => resultado);
    const right =
      body.estado === 'Procesado' &&
      outcomes.length === numbers.length &&
      outcomes.every((outcome, index) => (outcome === 'Error') === (index === bad)) &&
      body.ordenes === outcomes.filter((outcome) => outcome === 'Procesado').length;
    if (!right) wrong.push({ id, numbers, bad, outcomes, ordenes: body.ordenes });
    made.set(by, (made.get(by) ?? 0) + body.ordenes);
  }
  for (const [by, expected] of made) {
    const [{ n }] = (await gateway.owner<{ n: number }>('SELECT count(*)::int AS n FROM orders WHERE client_id = $1', [
      by.clientId,
    ])) as [{ n: number }];
    if (n !== expected) wrong.push({ orders: n, expected });
  }
  return wrong;
}

interface PricedRow {
  label: string;
  province: string;
  order_province: string;
  point_province: string | null;
  terms: Tariff;
  cost_cents: number;
  adjustment_cents: number;
  approved_cents: number;
  height_cm: number;
  width_cm: number;
  length_cm: number;
  weight_g: number;
  value_cents: number;
}

/**
 * Lists pricing errors: no active shipment goes to a more expensive destination, by its order's tariff, than was
 * charged and approved (readings C49); a pickup point lies in the order's province; adjustments are approved; an open
 * payment charges the frozen costs, a confirmed payment charged at least these.
 */
export async function wrongPrices({ gateway, clients }: ModelWorld): Promise<object[]> {
  const ids = clients.map(({ clientId }) => clientId);
  const rows = await gateway.owner<PricedRow>(
    `SELECT s.label, s.province, o.province AS order_province, o.pickup_point->>'province' AS point_province, t.terms,
       s.cost_cents::float8 AS cost_cents, s.adjustment_cents::float8 AS adjustment_cents,
       (SELECT coalesce(sum(m.cost_after_cents - m.cost_before_cents), 0) FROM modification_requests m
        WHERE m.client_id = o.client_id AND m.order_pk = o.id AND m.decided_by IS NOT NULL AND m.state = 'Aprobado')::float8
         AS approved_cents,
       s.height_cm, s.width_cm, s.length_cm, s.weight_g, s.value_cents::float8 AS value_cents
     FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk JOIN tariffs t ON t.id = o.tariff_id
     WHERE s.client_id = ANY($1) AND (s.state_code IS NULL OR s.state_code <> ALL ($2))`,
    [ids, FINAL_STATES],
  );
  const dear = rows.filter((row) => {
    const shipment = {
      heightCm: row.height_cm,
      widthCm: row.width_cm,
      lengthCm: row.length_cm,
      grams: row.weight_g,
      declaredCents: row.value_cents,
    };
    const worth = quote(row.terms, row.province, [shipment])?.totalCents ?? Number.POSITIVE_INFINITY;
    return (
      worth > row.cost_cents + row.adjustment_cents ||
      row.adjustment_cents > row.approved_cents ||
      row.province !== row.order_province ||
      (row.point_province !== null && row.point_province !== row.province)
    );
  });
  const mischarged = await gateway.owner(
    `SELECT o.id FROM orders o JOIN merchant_order_lines l ON l.client_id = o.client_id AND l.order_pk = o.id
     JOIN merchant_orders m ON m.client_id = l.client_id AND m.id = l.merchant_order_id
     WHERE o.client_id = ANY($1) AND (m.state = $2 AND l.amount_cents < o.rate_cents
       OR m.state = $3 AND l.amount_cents <> o.rate_cents)`,
    [ids, CONFIRMED, PENDING],
  );
  return [...dear, ...mischarged];
}
