import { demoStaffCaller } from '#server/demo/demo-staff.ts';
import type { PlannedOrder, SeededOrders } from '#server/demo/orders/planned-orders.ts';
import { provinceName } from '#server/demo/towns.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { decideModification } from '#server/orders/modification/decide-modification.ts';
import { requestModification } from '#server/orders/modification/request-modification.ts';
import { listModifications } from '#server/orders/modification/staff-modification.ts';
import { readOrder } from '#server/orders/order/order-detail.ts';
import { startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import type { OrderEdit } from '#shared/orders/modifications.ts';
import { depsAt } from './seed-dates.ts';

/** Accounts of which a collected shipment is sent to another, dearer address. */
export const ADJUSTED_USERNAMES: readonly string[] = ['basico', 'inversa', 'zebra'];

/**
 * Sends a collected shipment to another address, by the product's services: the sender asks, and the provider approves. The address is
 * dearer, so the client is charged an adjustment. Idempotent.
 */
export async function seedAdjustment(deps: Deps, { caller, plans, ids, today }: SeededOrders): Promise<void> {
  const plan = plans.find(({ mode, shipments }) => mode === 1 && shipments.every(({ code }) => code === 'en_curso'));
  if (!plan) return;
  const id = String(ids.get(plan.number));
  const asked = depsAt(deps, startOfDay(today) - 4 * HOUR_MS);
  const { results } = await readOrder(asked, caller, id);
  if (results.last_modification === null) await requestModification(asked, caller, id, movedTo(plan.receiver));
  const filter = { state: undefined, client: undefined };
  const staff = await demoStaffCaller(deps, 'support');
  const open = await listModifications(asked, staff, { filter, page: 1, limit: 100, order: undefined });
  const request = open.results.find(({ tracking_id }) => tracking_id === results.tracking_id);
  if (!request) return;
  const key = { clientId: caller.clientId, id: request.id };
  await decideModification(depsAt(deps, startOfDay(today) - 3 * HOUR_MS), staff, key, {
    approved: true,
    reason: '',
  });
}

/** Returns the receiver at an address in the dearest zone. */
function movedTo({ receiver_name, receiver_phone, email }: PlannedOrder['receiver']): OrderEdit {
  return {
    receiver: {
      receiver_name,
      receiver_phone,
      email,
      address_street_name: 'San Martín',
      address_street_number: '785',
      address_floor: '',
      address_apartment: '',
      address_neighborhood_name: 'Centro',
      address_zip_code: '9410',
      address_city: 'Ushuaia',
      address_state: provinceName('V'),
      address_other_info: 'Se mudó: avisar antes de llegar.',
      address_longitude: null,
      address_latitude: null,
    },
    pickup_point_code: '',
  };
}
