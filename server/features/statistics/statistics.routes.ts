import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { envelop } from '#shared/http/envelope.ts';
import { shipmentTotals } from '#shared/statistics.ts';
import { shipmentTotalsOf } from './statistics.ts';

export function statisticsRoutes(mount: Mount, deps: Deps): void {
  mount.client(shipmentTotals, async ({ caller, query }) => envelop(await shipmentTotalsOf(deps, caller, query)));
}
