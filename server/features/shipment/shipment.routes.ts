import { createNodeWindow } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { networkOf } from '#server/platform/network.ts';
import { recordEvents } from '#shared/ops/events.ts';
import { shipmentStateList } from '#shared/places.ts';
import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';
import * as calls from '#shared/shipments.ts';
import { readPublicStates } from './public-states.ts';
import { recordEventsOf } from './record-events.ts';
import { cancelShipmentOf, returnShipmentOf } from './sender-actions.ts';
import { readShipmentOf } from './shipment-detail.ts';
import { exportShipmentsOf } from './shipment-export.ts';
import { listShipmentsOf } from './shipment-list.ts';

/** Looks at public histories a minute and visitor. */
const PUBLIC_LOOKS = 60;

/** Exports a minute and client. */
const EXPORTS = 10;

export function shipmentRoutes(mount: Mount, deps: Deps): void {
  const countLook = createNodeWindow(PUBLIC_LOOKS, deps);
  mount.open(calls.publicStates, async ({ params, request }) => {
    countLook(networkOf(request.ip));
    return { results: await readPublicStates(deps, params.trackingId, params.token) };
  });
  mount.client(calls.cancelShipment, ({ caller, params }) => cancelShipmentOf(deps, caller, params.id));
  mount.client(calls.returnShipment, ({ caller, params }) => returnShipmentOf(deps, caller, params.id));
  mount.operator(recordEvents, ({ body }) => recordEventsOf(deps, body.events));
  mount.client(shipmentStateList, async () => ({
    results: SHIPMENT_STATES.map(({ code, label }) => ({ id: code, name: label })),
  }));
  mount.client(calls.listShipments, ({ caller, query }) => listShipmentsOf(deps, caller, query));
  const countExport = createNodeWindow(EXPORTS, deps);
  mount.client(calls.exportShipments, ({ caller, query }) => {
    countExport(String(caller.clientId));
    return exportShipmentsOf(deps, caller, query);
  });
  mount.client(calls.readShipment, ({ caller, params }) => readShipmentOf(deps, caller, params.id));
}
