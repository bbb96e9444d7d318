import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/lookups.ts';
import { findZipCodes, listedZipCodes, provincesOfZipCode } from './zip-code.ts';

export function zipCodeRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.findZipCodes, ({ query }) => findZipCodes(deps, query));
  mount.open(calls.listedZipCodes, () => listedZipCodes(deps));
  mount.client(calls.provincesOfZipCode, ({ query }) => provincesOfZipCode(deps, query));
}
