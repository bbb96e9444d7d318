import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { money } from '#shared/kit/text/format.ts';
import * as costs from '#shared/orders/staff-shipment/staff-cost.ts';
import * as orders from '#shared/orders/staff-shipment/staff-order.ts';
import * as calls from '#shared/orders/staff-shipment/staff-search.ts';
import { confirmMeasured } from './confirm-measured.ts';
import { showReceiverContact } from './receiver-contact.ts';
import { readParcelCost } from './shipment-cost.ts';
import { readParcelOrder } from './shipment-order.ts';
import { searchParcels } from './shipment-search.ts';

/** Mounts the provider's calls about single parcels of any client. */
export function parcelRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.searchParcels, ({ caller, body }) => searchParcels(deps, caller, body));
  mount.provider(calls.showReceiverContact, async ({ caller, params }) => ({
    results: await showReceiverContact(deps, caller, params.label),
  }));
  mount.provider(orders.readParcelOrder, async ({ params }) => ({
    results: await readParcelOrder(deps, params.label),
  }));
  mount.provider(costs.confirmMeasured, async ({ caller, params, body }) => {
    await confirmMeasured(deps, caller, params.label, body);
    const results = await readParcelCost(deps, params.label);
    const adjustment = money(results.measured?.adjustment ?? 0);
    return { message: `Las medidas se confirmaron. El ajuste es de ${adjustment}`, results };
  });
  mount.provider(costs.readParcelCost, async ({ params }) => ({ results: await readParcelCost(deps, params.label) }));
}
