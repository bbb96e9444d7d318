import { readBatch } from '#shared/batches.ts';
import { localDay } from '#shared/days.ts';
import { CANCELLED, CONFIRMED } from '#shared/rules/payments.ts';
import { shipmentTotals } from '#shared/statistics.ts';
import type { World } from './life-world.ts';

/*
 * What in a world isn't as those know it who acted in it, and so must be wrong; nothing when all is well. That rows fit
 * each other is seen to elsewhere (consistency.ts).
 */

/** Events: what was acknowledged is there once, what was refused isn't. */
export async function wrongEvents({ gateway, clients, told }: World): Promise<object[]> {
  const kept = await gateway.owner<{ key: string; at: Date }>(
    `SELECT client_id || ' ' || event_id AS key, at FROM shipment_events
     WHERE event_id IS NOT NULL AND client_id = ANY($1)`,
    [clients.map(({ clientId }) => clientId)],
  );
  const recorded = told.filter(({ said }) => said === 'recorded');
  const expected = recorded.map(({ event, clientId }) => `${clientId} ${event.event_id} ${event.at}`).sort();
  const found = kept.map(({ key, at }) => `${key} ${at.toISOString()}`).sort();
  return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ found, expected }];
}

/** Statistics as the portal reads them, beside a count of the shipments. */
export async function wrongStatistics({ gateway, clients, now }: World): Promise<object[]> {
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

/**
 * Payments: each ends as the provider knows it. What it approved is confirmed, or, where it was cancelled before, waits for
 * somebody to look; its orders are paid with it, and one mail says so.
 */
export async function wrongPayments({ gateway, begun, stage }: World): Promise<object[]> {
  const wrong: object[] = [];
  for (const { by, id } of begun) {
    const attempts = [...stage.payments.attempts.values()].filter((one) => one.external_reference === String(id));
    const approved = attempts.filter(({ status }) => status === 'approved').length;
    const [found] = await gateway.owner<{ state: number; attention: string | null; paid: boolean | null }>(
      `SELECT m.state, m.attention, (SELECT bool_and(o.paid_at IS NOT NULL AND o.merchant_order_id = m.id)
         FROM merchant_order_lines l JOIN orders o ON o.id = l.order_pk WHERE l.merchant_order_id = m.id) AS paid
       FROM merchant_orders m WHERE m.client_id = $1 AND m.id = $2`,
      [by.clientId, id],
    );
    const mails = stage.prepaid.mails.filter(({ text }) => text.includes(`número ${id}.`)).length;
    const confirmed = found?.state === CONFIRMED;
    const attention = confirmed ? (approved > 1 ? 'paid_twice' : null) : approved > 0 ? 'approved_after_cancel' : null;
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
 * Files: every row of each has one log, the wrong ones failed, and orders are there as often as they were created or made of
 * a row.
 */
export async function wrongUploads({ gateway, uploaded, clients, created }: World): Promise<object[]> {
  const wrong: object[] = [];
  const made = new Map(clients.map((by) => [by, created.get(by) ?? 0]));
  for (const { by, id, numbers, wrong: bad } of uploaded) {
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
