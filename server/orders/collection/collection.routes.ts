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
  mount.operator(collections.listCollections, ({ query }) => listCollections(deps, query));
  mount.operator(collections.printRunSheet, ({ query, signal }) => printRunSheet(deps, query, signal));
  mount.operator(calls.listManifests, ({ query }) => listManifests(deps, query));
  mount.operator(calls.readManifest, async ({ params }) => ({
    results: await readManifest(deps, await manifestKey(deps, params.number)),
  }));
  mount.operator(calls.openManifest, ({ operator, params, body }) =>
    openManifest(deps, operator, { clientId: params.clientId, addressId: body.address_id }),
  );
  mount.operator(calls.printManifest, ({ params, signal }) => printManifest(deps, params.number, signal));
  mount.operator(calls.exportManifest, ({ params }) => exportManifest(deps, params.number));
  mount.operator(calls.cancelManifest, ({ operator, params, body }) =>
    cancelManifest(deps, operator, params.number, body.reason),
  );
  mount.operator(calls.checkCodes, async ({ params, body }) => ({
    results: await checkCodes(deps, params.number, body.codes),
  }));
  mount.operator(calls.handOverManifest, ({ operator, params, body }) =>
    handOverManifest(deps, operator, params.number, body),
  );
}
