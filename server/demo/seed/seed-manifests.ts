import { demoOperator } from '#server/demo/demo-staff.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { listCollections } from '#server/orders/collection/collection.ts';
import { handOverManifest } from '#server/orders/collection/hand-over.ts';
import { listManifests } from '#server/orders/collection/manifest.ts';
import { openManifest } from '#server/orders/collection/open-manifest.ts';
import { type Day, startOfDay } from '#shared/kit/days.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { depsAt } from './seed-dates.ts';

/** Addresses whose parcels are on a manifest: the first one is handed over, the other one waits. */
const LISTED = 2;

/** Opens manifests of parcels that wait at their senders, and hands one over with a parcel missing. Idempotent. */
export async function seedManifests(deps: Deps, today: Day): Promise<void> {
  const yesterday = depsAt(deps, startOfDay(today) - 6 * HOUR_MS);
  const all = { page: 1, limit: 100, order: undefined };
  const known = await listManifests(yesterday, { ...all, filter: { state: undefined, client: undefined } });
  if (known.pagination.total > 0) return;
  const { results } = await listCollections(yesterday, { ...all, filter: { client: undefined } });
  const operator = await demoOperator(deps, 'operations');
  // The address with most parcels stays free, to try it.
  const [, ...others] = results.toSorted((a, b) => b.bulks - a.bulks);
  const listed = others.filter(({ bulks }) => bulks > 1).slice(0, LISTED);
  for (const [index, { client_id, address_id }] of listed.entries()) {
    const opened = await openManifest(yesterday, operator, { clientId: client_id, addressId: address_id });
    if (index > 0) continue;
    const { number, parcels } = opened.results;
    const at = yesterday.clock();
    const scans = parcels.slice(1).map(({ shipment_id }) => ({ code: shipment_id, at }));
    await handOverManifest(yesterday, operator, number, { scans });
  }
}
