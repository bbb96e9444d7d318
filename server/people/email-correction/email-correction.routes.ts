import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { stopEmailCorrection } from '#shared/people/email-correction.ts';
import { stopCorrection } from './email-correction.ts';

/** Mounts the stop of a correction of a user's e-mail. */
export function emailCorrectionRoutes(mount: Mount, deps: Deps): void {
  mount.open(stopEmailCorrection, async ({ body, request }) => {
    await stopCorrection(deps, ipNetwork(request.ip), body.token);
    return {
      message: 'El cambio se detuvo y se cerraron todas las sesiones. Hablá con tu proveedor para recuperar tu email',
    };
  });
}
