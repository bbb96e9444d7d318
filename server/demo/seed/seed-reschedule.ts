import type { SeededOrders } from '#server/demo/orders/planned-orders.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readOrder } from '#server/orders/order/order-detail.ts';
import { requestReschedule } from '#server/orders/reschedule/request-reschedule.ts';
import { startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { addWorkingDays, NATIONAL_CALENDAR } from '#shared/provider/working-days.ts';
import { depsAt } from './seed-dates.ts';

/** Asks for another day for a delayed parcel, by the product's service. The request stays open as an example. Idempotent. */
export async function seedReschedule(deps: Deps, { caller, plans, ids, today }: SeededOrders): Promise<void> {
  const plan = plans.find(({ parcels }) => parcels.length === 1 && parcels[0]?.code === 'demorado');
  if (!plan) return;
  const { results } = await readOrder(deps, caller, String(ids.get(plan.number)));
  const [shipment] = results.shippings;
  if (!shipment || shipment.reschedule) return;
  const asked = {
    date: addWorkingDays(today, 3, NATIONAL_CALENDAR),
    note: 'El local abre de 9 a 18. Preguntar por Marcela.',
  };
  await requestReschedule(depsAt(deps, startOfDay(today) - HOUR_MS), caller, shipment.shipment_id, asked, null);
}
