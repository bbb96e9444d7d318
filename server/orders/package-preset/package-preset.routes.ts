import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/product/package-presets.ts';
import { addPackagePreset, changePackagePreset, packagePresets, removePackagePreset } from './package-presets.ts';

export function packagePresetRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listPackagePresets, ({ caller }) => packagePresets(deps, caller));
  mount.client(calls.createPackagePreset, ({ caller, body, idempotencyKey }) =>
    addPackagePreset(deps, caller, body, idempotencyKey),
  );
  mount.client(calls.updatePackagePreset, ({ caller, params, body }) =>
    changePackagePreset(deps, caller, params.id, body),
  );
  mount.client(calls.removePackagePreset, ({ caller, params }) => removePackagePreset(deps, caller, params.id));
}
