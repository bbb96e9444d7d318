import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/money/staff-charges.ts';
import { exportCharges, exportClientCharges } from './charge-export.ts';
import { listCharges, listClientCharges } from './charges.ts';

/** Mounts what clients are charged for the shipments of a month. */
export function chargeRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.listCharges, ({ query }) => listCharges(deps, query));
  mount.provider(calls.exportCharges, ({ query }) => exportCharges(deps, query));
  mount.provider(calls.listClientCharges, ({ params, query }) => listClientCharges(deps, params.clientId, query));
  mount.provider(calls.exportClientCharges, ({ params, query }) => exportClientCharges(deps, params.clientId, query));
}
