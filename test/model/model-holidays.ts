import { expect } from 'vitest';
import { recountPromises } from '#server/nightly/nightly.ts';
import { correctOrderItems, recountItems } from '#server/orders/domain/flags/recount-items.ts';
import { movePromises } from '#server/orders/domain/movement/move-promises.ts';
import { calendarChanges } from '#server/provider/holiday/apply-calendar.ts';
import { addDays, type Day, localDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { isNationalHoliday } from '#shared/provider/rules/holiday.ts';
import { isWeekend } from '#shared/provider/rules/working-days.ts';
import { addHoliday, removeHoliday } from '#shared/provider/staff-holidays.ts';
import type { StepOf } from './model-steps.ts';
import type { ModelWorld } from './model-world.ts';

/** Adds or removes a day and runs the job for the world's clients: those of earlier worlds have another present. */
export async function changeHoliday(world: ModelWorld, { daysAhead }: StepOf<'holiday'>): Promise<void> {
  const { gateway, servers, clients, calendar, now } = world;
  const today = localDay(new Date(now));
  const date = addDays(today, daysAhead);
  if (isWeekend(date)) return;
  const { headers } = servers.provider;
  const known = calendar.has(date);
  const works = isNationalHoliday(date);
  const { status, body } = known
    ? await gateway.call(removeHoliday, { headers, params: { date } })
    : await gateway.call(addHoliday, { headers, body: { date, name: 'Un día', works } });
  expect(status, JSON.stringify(body)).toBe(200);
  if (known) calendar.delete(date);
  else calendar.set(date, works);
  world.holidays += 1;
  expect(servers.prepaid.jobs.take(calendarChanges)).toHaveLength(2);
  for (const { clientId } of clients) {
    await movePromises(gateway.deps, clientId, today, new AbortController().signal);
    await correctOrderItems(gateway.deps, clientId, new AbortController().signal);
  }
}

interface Promised {
  label: string;
  client_id: number;
  first: string;
  promised_on: Day;
  due_on: Day | null;
  days: number;
  /**
   * First print, of a shipment that was promised by it and whose destination never changed; null for others, such as one with an event
   * before it that the provider alone can report, in an unknown state too.
   */
  printed: Date | null;
}

const PROMISED = `
  SELECT s.client_id, s.label, s.promised_min || ' ' || s.promised_max AS first, s.promised_on, s.due_on,
    o.quoted_max_days AS days,
    CASE WHEN NOT EXISTS (SELECT FROM modification_requests m WHERE m.client_id = s.client_id AND m.order_pk = o.id)
      AND NOT EXISTS (SELECT FROM shipment_events e WHERE e.client_id = s.client_id AND e.shipment_id = s.id
        AND coalesce(e.state_code, '') NOT IN ('registrado', 'planificado', 'pendiente_retiro', 'pendiente_pago')
        AND e.recorded_at <= printed.at + interval '1 second') THEN printed.at END AS printed
  FROM shipments s JOIN orders o ON o.client_id = s.client_id AND o.id = s.order_pk CROSS JOIN LATERAL (
    SELECT min(d.delivered_at) AS at FROM label_deliveries d WHERE d.client_id = s.client_id AND d.shipment_id = s.id) printed
  WHERE s.client_id = ANY($1) AND s.promised_on IS NOT NULL`;

/** Lists promises that differ from a count of days, and first promises that changed. */
export async function wrongPromises(world: ModelWorld): Promise<object[]> {
  const { gateway, clients, calendar, firstPromises } = world;
  const ids = clients.map(({ clientId }) => clientId);
  const works = (day: Day) => calendar.get(day) ?? !(isWeekend(day) || isNationalHoliday(day));
  const wrong: object[] = [];
  for (const { label, first, promised_on, due_on, days, printed } of await gateway.owner<Promised>(PROMISED, [ids])) {
    const before = firstPromises.get(label) ?? first;
    firstPromises.set(label, before);
    if (before !== first) wrong.push({ label, first, before });
    if (due_on === null || printed === null) continue;
    const local = new Date(printed.getTime() - 3 * HOUR_MS).toISOString();
    // The collection is the first working day from the print on, and the promise so many after it.
    let [day, left] = [addDays(local.slice(0, 10), local.slice(11, 16) < '13:00' ? -1 : 0), days + 1];
    while (left > 0) {
      day = addDays(day, 1);
      if (works(day)) left -= 1;
    }
    if (promised_on !== day || due_on !== day) wrong.push({ label, promised_on, due_on, day });
  }
  return wrong;
}

/** Lists the world's clients of which the night's recount finds wrong promises or open items. */
export async function wrongAtNight({ gateway, clients }: ModelWorld): Promise<object[]> {
  const wrong: object[] = [];
  for (const { clientId } of clients) {
    const { signal } = new AbortController();
    const promises = await recountPromises(gateway.deps, clientId, signal);
    const items = await recountItems(gateway.deps, clientId, signal);
    if (promises + items > 0) wrong.push({ clientId, promises, items });
  }
  return wrong;
}
