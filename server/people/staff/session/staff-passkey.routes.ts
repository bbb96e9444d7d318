import type { Deps } from '#server/integrations/deps.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  verifyPasskey,
} from '#server/people/second-factor/passkeys.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { StaffCaller } from '#server/platform/http/request/caller.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import * as calls from '#shared/people/second-factor/staff-passkeys.ts';
import { staffFactorSession } from './staff-factor.ts';
import { renewBrowserToken, type StaffSessions } from './staff-session.ts';

/** Mounts the passkeys of the staff, except the login. */
export function staffPasskeyRoutes(mount: Mount, deps: Deps, sessions: StaffSessions): void {
  const sessionOf = (caller: StaffCaller) => staffFactorSession(deps, caller);
  mount.staff(calls.listStaffPasskeys, async ({ caller }) => ({
    results: await listPasskeys(deps, staffPrincipal(caller.actor.id)),
  }));
  mount.staff(calls.beginStaffPasskey, async ({ caller }) => ({
    results: await beginPasskey(deps, sessionOf(caller)),
  }));
  mount.staff(calls.addStaffPasskey, async ({ caller, body }) => {
    await addPasskey(deps, sessionOf(caller), body);
    return { message: 'Agregaste la llave de acceso' };
  });
  mount.staff(calls.removeStaffPasskey, async ({ caller, params, header }) => {
    let token: string | null = null;
    await removePasskey(deps, sessionOf(caller), params.id, async (trx) => {
      token = await renewBrowserToken(trx, caller);
    });
    if (token) header('set-cookie', sessions.cookie(token));
    return { message: 'Quitaste la llave de acceso' };
  });
  mount.staff(calls.askStaffPasskey, async ({ caller }) => ({ results: await askPasskey(deps, sessionOf(caller)) }));
  mount.staff(calls.verifyStaffPasskey, async ({ caller, body }) => {
    await verifyPasskey(deps, sessionOf(caller), body);
    return { message: 'Llave de acceso aceptada' };
  });
}
