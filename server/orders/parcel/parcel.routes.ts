import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { money } from '#shared/kit/text/format.ts';
import * as costs from '#shared/orders/parcel/staff-parcel-cost.ts';
import * as orders from '#shared/orders/parcel/staff-parcel-order.ts';
import * as calls from '#shared/orders/parcel/staff-parcel-search.ts';
import { confirmMeasured } from './confirm-measured.ts';
import { readParcelCost } from './parcel-cost.ts';
import { readParcelOrder } from './parcel-order.ts';
import { searchParcels } from './parcel-search.ts';
import { showReceiverContact } from './receiver-contact.ts';

/** Mounts the provider's calls about single parcels of any client. */
export function parcelRoutes(mount: Mount, deps: Deps): void {
  mount.operator(calls.searchParcels, ({ operator, body }) => searchParcels(deps, operator, body));
  mount.operator(calls.showReceiverContact, async ({ operator, params }) => ({
    results: await showReceiverContact(deps, operator, params.label),
  }));
  mount.operator(orders.readParcelOrder, async ({ params }) => ({
    results: await readParcelOrder(deps, params.label),
  }));
  mount.operator(costs.confirmMeasured, async ({ operator, params, body }) => {
    await confirmMeasured(deps, operator, params.label, body);
    const results = await readParcelCost(deps, params.label);
    const adjustment = money(results.measured?.adjustment ?? 0);
    return { message: `Las medidas se confirmaron. El ajuste es de ${adjustment}`, results };
  });
  mount.operator(costs.readParcelCost, async ({ params }) => ({ results: await readParcelCost(deps, params.label) }));
}
