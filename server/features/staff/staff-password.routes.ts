import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/ip-network.ts';
import { withdrawStaffPassword } from '#shared/ops/staff.ts';
import * as calls from '#shared/ops/staff-password.ts';
import {
  changeStaffPassword,
  readStaffPasswordLink,
  recoverStaffPassword,
  resetStaffPassword,
} from './staff-password.ts';
import { withdrawStaffPassword as withdraw } from './withdraw-password.ts';

/** Mounts the passwords of the staff. */
export function staffPasswordRoutes(mount: Mount, deps: Deps): void {
  mount.staff(calls.changeStaffPassword, ({ caller, body }) => changeStaffPassword(deps, caller, body));
  mount.open(calls.recoverStaffPassword, async ({ body, request }) => {
    await recoverStaffPassword(deps, ipNetwork(request.ip), body.email);
    return {
      message:
        'Si hay una persona del personal con ese email y su segundo paso, le enviamos un enlace para cambiar la contraseña',
    };
  });
  mount.open(calls.readStaffPasswordLink, ({ body, request }) =>
    readStaffPasswordLink(deps, ipNetwork(request.ip), body.token),
  );
  mount.open(calls.resetStaffPassword, async ({ body, request }) => {
    await resetStaffPassword(deps, ipNetwork(request.ip), body);
    return { message: 'La contraseña fue cambiada correctamente' };
  });
  mount.operator(withdrawStaffPassword, async ({ operator, params }) => {
    await withdraw(deps, operator, params.id);
    return { message: 'La contraseña ya no sirve. Le enviamos un enlace para elegir otra, que vale 72 horas' };
  });
}
