import type { Deps } from '#server/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { orderLabels, shipmentLabel } from '#shared/labels.ts';
import { printOrder, printShipment } from './label.ts';

export function labelRoutes(mount: Mount, deps: Deps): void {
  mount.client(orderLabels, ({ caller, params, signal }) => printOrder(deps, caller, params, signal));
  mount.client(shipmentLabel, ({ caller, params, signal }) => printShipment(deps, caller, params, signal));
}
