import type { Deps } from '#server/integrations/deps.ts';
import { lockOrders } from '#server/orders/domain/flags/order-flags.ts';
import { retryInterference } from '#server/orders/domain/retry-interference.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import { localDay } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import { MAX_MANIFEST_SHIPMENTS, manifestCode } from '#shared/orders/rules/shipment/manifest.ts';
import type * as calls from '#shared/orders/staff-manifests.ts';
import { readManifest } from './manifest.ts';
import { freeShipments, hasAddress, insertManifest } from './open-manifest.store.ts';

const NOTHING_FREE = 'No quedan bultos libres en ese domicilio: ya se retiraron o están en un manifiesto abierto';

/**
 * Opens a manifest of the shipments that wait at an address and are in no open manifest.
 *
 * @throws Failure 404 for an address that isn't the client's, 409 without shipments
 */
export async function openManifest(
  deps: Deps,
  { actor }: { actor: ProviderActor },
  place: { clientId: number; addressId: number },
): Promise<ReplyOf<typeof calls.openManifest>> {
  const { clientId, addressId } = place;
  const now = deps.clock();
  const made = await retryInterference(() =>
    deps.db.withClient(clientId, async (trx) => {
      if (!(await hasAddress(trx, clientId, addressId))) throw new Failure(404, messages.notFound);
      const seen = await freeShipments(trx, place, MAX_MANIFEST_SHIPMENTS);
      await lockOrders(trx, clientId, [...new Set(seen.map(({ order_pk }) => order_pk))]);
      // Read again after locking: a shipment may have been collected, cancelled or listed meanwhile.
      const locked = new Set(seen.map(({ shipment_id }) => shipment_id));
      const free = (await freeShipments(trx, place, MAX_MANIFEST_SHIPMENTS)).filter((one) =>
        locked.has(one.shipment_id),
      );
      if (free.length === 0) throw new Failure(409, NOTHING_FREE);
      const shipmentIds = free.map(({ shipment_id }) => shipment_id);
      const year = Number(localDay(now).slice(0, 4));
      const manifest = await insertManifest(trx, place, { shipmentIds, year, by: actor.name, now });
      const opened = { code: manifestCode(manifest), shipments: free.length };
      deps.events.record(trx, clientId, 'manifest.opened', opened);
      return { ...manifest, shipments: free.length };
    }),
  );
  const full = made.shipments === MAX_MANIFEST_SHIPMENTS ? '. Los que no entraron van en otro' : '';
  return {
    message: `Se abrió el manifiesto ${manifestCode(made)} con ${pluralize(made.shipments, 'bulto', 'bultos')}${full}`,
    results: await readManifest(deps, made),
  };
}
