import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as collections from '#shared/orders/staff-collections.ts';
import * as calls from '#shared/orders/staff-manifests.ts';
import { checkCodes } from './check-codes.ts';
import { listCollections } from './collection.ts';
import { exportManifest } from './export-manifest.ts';
import { handOverManifest } from './hand-over.ts';
import { cancelManifest, listManifests, manifestKey, readManifest } from './manifest.ts';
import { openManifest } from './open-manifest.ts';
import { printManifest, printRunSheet } from './paper.ts';

/** Mounts the collections of the day and their manifests. */
export function collectionRoutes(mount: Mount, deps: Deps): void {
  mount.provider(collections.listCollections, ({ query }) => listCollections(deps, query));
  mount.provider(collections.printRunSheet, ({ query, signal }) => printRunSheet(deps, query, signal));
  mount.provider(calls.listManifests, ({ query }) => listManifests(deps, query));
  mount.provider(calls.readManifest, async ({ params }) => ({
    results: await readManifest(deps, await manifestKey(deps, params.number)),
  }));
  mount.provider(calls.openManifest, ({ caller, params, body }) =>
    openManifest(deps, caller, { clientId: params.clientId, addressId: body.address_id }),
  );
  mount.provider(calls.printManifest, ({ params, signal }) => printManifest(deps, params.number, signal));
  mount.provider(calls.exportManifest, ({ params }) => exportManifest(deps, params.number));
  mount.provider(calls.cancelManifest, ({ caller, params, body }) =>
    cancelManifest(deps, caller, params.number, body.reason),
  );
  mount.provider(calls.checkCodes, async ({ params, body }) => ({
    results: await checkCodes(deps, params.number, body.codes),
  }));
  mount.provider(calls.handOverManifest, ({ caller, params, body }) =>
    handOverManifest(deps, caller, params.number, body),
  );
}
