import { demoOperator } from '#server/demo/demo-staff.ts';
import type { SeededOrders } from '#server/demo/orders/planned-orders.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readOperatorShipment } from '#server/orders/domain/staff-shipment.ts';
import { readOrder } from '#server/orders/order/order-detail.ts';
import { recordEvents } from '#server/orders/shipment/event/record-events.ts';
import { startOfDay } from '#shared/kit/days.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import { depsAt } from './seed-dates.ts';

/** What a parcel that was declared too light and too small turns out to be, in grams and cm. */
const MEASURED = { weight: 9400, length: 55, width: 40, height: 35 };

/**
 * Checks a parcel of a client whose tariff bills measured weight, by the product's services: it is heavier than declared, so the client is
 * charged an adjustment. Idempotent.
 */
export async function seedMeasured(deps: Deps, { caller, plans, ids, today }: SeededOrders): Promise<void> {
  const plan = plans.find(({ mode, parcels }) => mode === 1 && parcels.every(({ code }) => code === 'no_entregado'));
  if (!plan) return;
  const now = depsAt(deps, startOfDay(today) - 180 * MINUTE_MS);
  const { results: order } = await readOrder(now, caller, String(ids.get(plan.number)));
  const label = order.shippings[0]?.shipment_id ?? '';
  const operator = await demoOperator(deps, 'operations');
  const { history } = await readOperatorShipment(now, operator, label);
  const arrived = history.find(({ state_code }) => state_code === 'recibido_cd');
  const ms = parseWireDate(arrived?.at ?? '')?.ms;
  if (ms === undefined) return;
  const event = { event_id: `demo-control-${label}`, shipment_id: label, state: 'controlado', ...MEASURED };
  const at = new Date(ms + MINUTE_MS).toISOString();
  await recordEvents(now, operator, { events: [{ ...event, at, reason: '' }], accept_unknown: false });
}
