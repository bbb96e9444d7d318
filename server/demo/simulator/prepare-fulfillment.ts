import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { isWorkingTime } from '#server/demo/working-time.ts';
import { OperatorApiError } from '#server/platform/http/request/operator-api.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import {
  clientFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
  prepareFulfillment,
} from '#shared/warehouse/staff-fulfillment.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

/** Most fulfillment orders that are read per round. */
const MAX_PER_ROUND = 1000;

/**
 * Chooses how the simulated warehouse prepares a fulfillment order: all units, or in one of eight cases one unit less.
 */
export function choosePreparation(
  { shipments }: Pick<OperatorFulfillmentDetail, 'shipments'>,
  random: Random,
): BodyOf<typeof prepareFulfillment> {
  const items = new Map<string, number>();
  for (const { sku, requested } of shipments.flatMap((shipment) => shipment.items)) {
    items.set(sku, (items.get(sku) ?? 0) + requested);
  }
  const [first] = items;
  if (!first || first[1] < 2 || !random.percent(12)) return { close: false };
  items.set(first[0], first[1] - 1);
  return { items: [...items].map(([sku, quantity]) => ({ sku, quantity })), close: true };
}

/**
 * Prepares fulfillment orders one to three hours after their creation. Seeded ones stay unprepared as examples, until
 * the events of their parcels change them.
 */
export function createFulfillmentPreparer({
  api,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  return async (simulatedAccounts) => {
    const now = clock().getTime();
    if (speed === 1 && !isWorkingTime(now)) return;
    const { results } = await api.call(operatorFulfillments, { query: { limit: MAX_PER_ROUND } });
    for (const { client_id: clientId, id, created_at } of results) {
      const simulatedAccount = simulatedAccounts.find((account) => account.clientId === clientId);
      const createdAt = Date.parse(created_at);
      const random = seededRandom(`preparation ${clientId} ${id}`);
      const takes = random.int(60, 180) / 60;
      if (!simulatedAccount || createdAt < simulatedAccount.seededAt || refused.has(id)) continue;
      if (createdAt + (takes * HOUR_MS) / speed > now) continue;
      const params = { clientId, id };
      try {
        const { results: order } = await api.call(clientFulfillment, { params });
        await api.call(prepareFulfillment, { params, body: choosePreparation(order, random) });
      } catch (error) {
        if (!(error instanceof OperatorApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ ...params, reason: error.message }, 'a simulated preparation was refused');
      }
    }
  };
}
