import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { money } from '#shared/kit/text/format.ts';
import * as costs from '#shared/orders/staff-shipment/staff-cost.ts';
import * as orders from '#shared/orders/staff-shipment/staff-order.ts';
import * as calls from '#shared/orders/staff-shipment/staff-search.ts';
import { confirmMeasured } from './confirm-measured.ts';
import { showReceiverContact } from './receiver-contact.ts';
import { readShipmentCost } from './shipment-cost.ts';
import { readShipmentOrder } from './shipment-order.ts';
import { searchShipments } from './shipment-search.ts';

/** Mounts the provider's calls about single shipments of any client. */
export function staffShipmentRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.searchShipments, ({ caller, body }) => searchShipments(deps, caller, body));
  mount.provider(calls.showReceiverContact, async ({ caller, params }) => ({
    results: await showReceiverContact(deps, caller, params.label),
  }));
  mount.provider(orders.readShipmentOrder, async ({ params }) => ({
    results: await readShipmentOrder(deps, params.label),
  }));
  mount.provider(costs.confirmMeasured, async ({ caller, params, body }) => {
    await confirmMeasured(deps, caller, params.label, body);
    const results = await readShipmentCost(deps, params.label);
    const adjustment = money(results.measured?.adjustment ?? 0);
    return { message: `Las medidas se confirmaron. El ajuste es de ${adjustment}`, results };
  });
  mount.provider(costs.readShipmentCost, async ({ params }) => ({
    results: await readShipmentCost(deps, params.label),
  }));
}
