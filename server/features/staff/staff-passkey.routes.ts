import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/ops/staff-passkeys.ts';
import { recordFactorGiven } from './second-factor.ts';
import {
  acceptStaffPasskey,
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from './staff-passkeys.ts';

/** Mounts the passkeys of the staff, except the login. */
export function staffPasskeyRoutes(mount: Mount, deps: Deps): void {
  mount.staff(calls.listStaffPasskeys, async ({ caller }) => ({ results: await listPasskeys(deps, caller) }));
  mount.staff(calls.beginStaffPasskey, async ({ caller }) => ({ results: await beginPasskey(deps, caller) }));
  mount.staff(calls.addStaffPasskey, async ({ caller, body }) => {
    await addPasskey(deps, caller, body);
    return { message: 'Agregaste la llave de acceso' };
  });
  mount.staff(calls.removeStaffPasskey, async ({ caller, params }) => {
    await removePasskey(deps, caller, params.id);
    return { message: 'Quitaste la llave de acceso' };
  });
  mount.staff(calls.askStaffPasskey, async ({ caller }) => ({ results: await askPasskey(deps, caller) }));
  mount.staff(calls.verifyStaffPasskey, async ({ caller, body }) => {
    await acceptStaffPasskey(deps, caller, body, (trx) => recordFactorGiven(deps, trx, caller));
    return { message: 'Llave de acceso aceptada' };
  });
}
