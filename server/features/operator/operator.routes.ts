import type { Deps } from '#server/deps.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as clients from '#shared/ops/clients.ts';
import * as shipments from '#shared/ops/shipments.ts';
import { changeClientFlags, listClientsOf, readClientBy } from './operator-client.ts';
import { shipmentsOf, shipmentWithLabel } from './operator-shipment.ts';

/** The provider's entry (readings R5): what its own systems read and change. */
export function operatorRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  mount.operator(clients.listClients, ({ query }) => listClientsOf(deps, query));
  mount.operator(clients.readClient, async ({ params }) => ({ results: await readClientBy(deps, params.clientId) }));
  mount.operator(clients.changeClient, async ({ params, body }) => ({
    message: 'Los permisos del cliente se guardaron',
    results: await changeClientFlags(deps, sessions, params.clientId, body),
  }));
  mount.operator(shipments.clientShipments, ({ params, query }) => shipmentsOf(deps, params.clientId, query));
  mount.operator(shipments.readOperatorShipment, async ({ params }) => ({
    results: await shipmentWithLabel(deps, params.label),
  }));
}
