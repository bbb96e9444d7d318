import type { Deps } from '#server/integrations/deps.ts';
import { seesMasked } from '#server/orders/domain/staff-shipment.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import * as staffFulfillment from '#shared/warehouse/staff-fulfillment.ts';
import { pickingList } from '#shared/warehouse/staff-picking.ts';
import { cancelFulfillment } from './cancel-fulfillment.ts';
import { listPicking } from './picking.ts';
import { labelFulfillment, prepareFulfillment } from './prepare-fulfillment.ts';
import { type FulfillmentKey, listFulfillments, readFulfillmentOrder } from './staff-fulfillment.ts';

/** Mounts the staff's calls about fulfillment (`/api/ops/v1`). */
export function staffFulfillmentRoutes(mount: Mount, deps: Deps): void {
  mount.provider(pickingList, async ({ query }) => ({ results: await listPicking(deps, query.orders) }));
  mount.provider(staffFulfillment.staffFulfillments, ({ query }) => listFulfillments(deps, query));
  mount.provider(staffFulfillment.clientFulfillment, async ({ caller, params }) => ({
    results: await readFulfillmentOrder(deps, keyOf(params, caller)),
  }));
  mount.provider(staffFulfillment.prepareFulfillment, async ({ caller, params, body }) => ({
    message: 'La preparación se guardó',
    results: await prepareFulfillment(deps, keyOf(params, caller), body),
  }));
  mount.provider(staffFulfillment.labelFulfillment, async ({ caller, params, body }) => ({
    message: 'Las etiquetas se guardaron',
    results: await labelFulfillment(deps, keyOf(params, caller), body.labels),
  }));
  mount.provider(staffFulfillment.cancelFulfillment, async ({ caller, params, body }) => ({
    message: 'El pedido se canceló',
    results: await cancelFulfillment(deps, keyOf(params, caller), body.reason),
  }));
}

/** Identifies a fulfillment order for a caller: people see receivers' contacts masked (docs/decisions/0060). */
const keyOf = (params: { clientId: number; id: number }, caller: ProviderCaller): FulfillmentKey => ({
  ...params,
  masked: seesMasked(caller),
});
