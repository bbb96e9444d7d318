import type { Deps } from '#server/integrations/deps.ts';
import type { StaffSessions } from '#server/people/staff/session/staff-session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { withdrawStaffPassword } from '#shared/people/staff.ts';
import * as calls from '#shared/people/staff-password.ts';
import {
  changeStaffPassword,
  readStaffPasswordLink,
  recoverStaffPassword,
  resetStaffPassword,
} from './staff-password.ts';
import { withdrawStaffPassword as withdraw } from './withdraw-password.ts';

/** Mounts the passwords of the staff. */
export function staffPasswordRoutes(mount: Mount, deps: Deps, sessions: StaffSessions): void {
  mount.staff(calls.changeStaffPassword, async ({ caller, body, header }) => {
    const { message, token } = await changeStaffPassword(deps, caller, body);
    if (caller.kind === 'browser') header('set-cookie', sessions.cookie(token));
    return { message, results: { token: caller.kind === 'terminal' ? token : null } };
  });
  mount.open(calls.recoverStaffPassword, async ({ body, request }) => {
    sessions.assertOrigin(request);
    await recoverStaffPassword(deps, ipNetwork(request.ip), body.email);
    return {
      message:
        'Si hay una persona del personal con ese email y con el segundo paso configurado, le enviamos un enlace para cambiar la contraseña',
    };
  });
  mount.open(calls.readStaffPasswordLink, ({ body, request }) => {
    sessions.assertOrigin(request);
    return readStaffPasswordLink(deps, ipNetwork(request.ip), body.token);
  });
  mount.open(calls.resetStaffPassword, async ({ body, request }) => {
    sessions.assertOrigin(request);
    await resetStaffPassword(deps, ipNetwork(request.ip), body);
    return { message: 'La contraseña fue cambiada correctamente' };
  });
  mount.provider(withdrawStaffPassword, async ({ caller, params }) => {
    const message = 'La contraseña ya no sirve. Le enviamos un enlace para elegir otra, que vale 72 horas';
    return { message, results: { active_keys: await withdraw(deps, caller, params.id) } };
  });
}
