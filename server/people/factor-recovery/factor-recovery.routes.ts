import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import { RECOVERY_DELAY_HOURS, stopFactorRecovery } from '#shared/people/second-factor/factor-recovery.ts';
import * as calls from '#shared/people/second-factor/staff-factor-recovery.ts';
import { approveRecovery, giveCode, requestRecovery, stopRecovery } from './factor-recovery.ts';

const userOf = ({ clientId, id }: { clientId: number; id: number }) => ({ clientId, userId: id });

/** Mounts the recovery of a company's only owner by two members of the staff. */
export function factorRecoveryRoutes(mount: Mount, deps: Deps): void {
  mount.provider(calls.requestFactorRecovery, async ({ caller, params }) => {
    await requestRecovery(deps, caller, userOf(params));
    return { message: 'La recuperación está pedida: la tiene que aprobar otra persona' };
  });
  mount.provider(calls.approveFactorRecovery, async ({ caller, params }) => {
    await approveRecovery(deps, caller, userOf(params));
    return { message: `La recuperación está aprobada: el código se puede dar dentro de ${RECOVERY_DELAY_HOURS} horas` };
  });
  mount.provider(calls.giveFactorRecoveryCode, async ({ caller, params }) => ({
    message: `El código sirve una vez, durante ${RECOVERY_MINUTES} minutos`,
    results: { code: await giveCode(deps, caller, userOf(params)) },
  }));
  mount.open(stopFactorRecovery, async ({ body, request }) => {
    await stopRecovery(deps, ipNetwork(request.ip), body.token);
    return { message: 'La recuperación se detuvo: nadie va a recibir un código' };
  });
}
