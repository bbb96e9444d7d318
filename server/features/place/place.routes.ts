import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/places.ts';
import { listedZips, zipCodes, zipProvinces } from './place.ts';

export function placeRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.findZipCodes, ({ query }) => zipCodes(deps, query));
  mount.open(calls.listedZipCodes, () => listedZips(deps));
  mount.client(calls.provincesOfZipCode, ({ query }) => zipProvinces(deps, query));
}
