import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { wrapInEnvelope } from '#shared/kit/http/envelope.ts';
import { readDeliveryResults, shipmentTotals } from '#shared/orders/statistics.ts';
import { deliveryResults } from './delivery-results.ts';
import { readShipmentTotals } from './statistics.ts';

export function statisticsRoutes(mount: Mount, deps: Deps): void {
  mount.client(shipmentTotals, async ({ caller, query }) =>
    wrapInEnvelope(await readShipmentTotals(deps, caller, query)),
  );
  mount.client(readDeliveryResults, async ({ caller, query }) => ({
    results: await deliveryResults(deps, caller, query),
  }));
}
