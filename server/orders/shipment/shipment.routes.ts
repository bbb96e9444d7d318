import { createLocalRateLimit } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { readStaffShipment } from '#server/orders/domain/staff-shipment.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { shipmentStateList } from '#shared/orders/lookups.ts';
import { SHIPMENT_STATES } from '#shared/orders/rules/shipment/shipment-states.ts';
import * as calls from '#shared/orders/shipments.ts';
import * as staffCalls from '#shared/orders/staff-events.ts';
import { correctShipmentEvent } from './event/correct-shipment-event.ts';
import { recordEvents } from './event/record-events.ts';
import { gatherCalls } from './event/record-together.ts';
import { readOrderStates, readPublicStates } from './public-states.ts';
import { cancelShipment, returnShipment } from './sender-actions.ts';
import { readShipment } from './shipment-detail.ts';
import { exportShipments } from './shipment-export.ts';
import { listShipments } from './shipment-list.ts';

/** Rate limit of public histories per visitor's network. */
const PUBLIC_READS_PER_MINUTE = 60;

export function shipmentRoutes(mount: Mount, deps: Deps): void {
  const rateLimitPublicReads = createLocalRateLimit(PUBLIC_READS_PER_MINUTE, deps);
  mount.open(calls.publicStates, async ({ params, request }) => {
    rateLimitPublicReads(ipNetwork(request.ip));
    return { results: await readPublicStates(deps, params.trackingId, params.token) };
  });
  mount.client(calls.readOrderStates, async ({ caller, params }) => ({
    results: await readOrderStates(deps, caller, params.id),
  }));
  mount.client(calls.cancelShipment, ({ caller, params }) => cancelShipment(deps, caller, params.id));
  mount.client(calls.returnShipment, ({ caller, params }) => returnShipment(deps, caller, params.id));
  const together = gatherCalls(deps);
  mount.provider(staffCalls.recordEvents, ({ caller, body }) => recordEvents(deps, caller, body, together));
  mount.provider(staffCalls.correctEvent, async ({ caller, params, body }) => ({
    message: await correctShipmentEvent(deps, caller, params.label, body),
    results: await readStaffShipment(deps, caller, params.label),
  }));
  mount.client(shipmentStateList, async () => ({
    results: SHIPMENT_STATES.map(({ code, label }) => ({ id: code, name: label })),
  }));
  mount.client(calls.listShipments, ({ caller, query }) => listShipments(deps, caller, query));
  mount.client(calls.exportShipments, ({ caller, query }) => exportShipments(deps, caller, query));
  mount.client(calls.readShipment, ({ caller, params }) => readShipment(deps, caller, params.id));
}
