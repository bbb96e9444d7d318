import { type Random, seededRandom } from '#server/demo/seeded-random.ts';
import { isWorkingTime } from '#server/demo/working-time.ts';
import { OperatorApiError } from '#server/platform/http/operator-api.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import {
  clientFulfillment,
  type OperatorFulfillmentDetail,
  operatorFulfillments,
  prepareFulfillment,
} from '#shared/ops/fulfillment.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';

const HOUR = 3_600_000;

/** Fulfillment orders that are looked at in a round. */
const MOST = 1000;

/**
 * What the warehouse's people do with a fulfillment order: all of it is prepared, or in one case of eight all but a unit
 * that isn't where it should be.
 */
export function choosePreparation(
  { shipments }: Pick<OperatorFulfillmentDetail, 'shipments'>,
  random: Random,
): BodyOf<typeof prepareFulfillment> {
  const items = new Map<string, number>();
  for (const { sku, requested } of shipments.flatMap((one) => one.items)) {
    items.set(sku, (items.get(sku) ?? 0) + requested);
  }
  const [first] = items;
  if (!first || first[1] < 2 || !random.percent(12)) return { close: false };
  items.set(first[0], first[1] - 1);
  return { items: [...items].map(([sku, quantity]) => ({ sku, quantity })), close: true };
}

/**
 * Prepares fulfillment orders an hour or three after they began. Those of the first start wait on as examples, until the
 * events of their parcels take them along.
 */
export function createFulfillmentPreparer({
  entry,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  return async (simulatedAccounts) => {
    const now = clock().getTime();
    if (speed === 1 && !isWorkingTime(now)) return;
    const { results } = await entry.call(operatorFulfillments, { query: { limit: MOST } });
    for (const { client_id: clientId, id, created_at } of results) {
      const simulatedAccount = simulatedAccounts.find((one) => one.clientId === clientId);
      const begun = Date.parse(created_at);
      const random = seededRandom(`preparation ${clientId} ${id}`);
      const takes = random.int(60, 180) / 60;
      if (!simulatedAccount || begun < simulatedAccount.made || begun + (takes * HOUR) / speed > now || refused.has(id))
        continue;
      const params = { clientId, id };
      try {
        const { results: order } = await entry.call(clientFulfillment, { params });
        await entry.call(prepareFulfillment, { params, body: choosePreparation(order, random) });
      } catch (error) {
        if (!(error instanceof OperatorApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ ...params, reason: error.message }, 'the simulator was refused a preparation');
      }
    }
  };
}
