import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/integrations/deps.ts';
import { deviceOf, rememberDevice } from '#server/people/access/session/device.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import * as required from '#shared/people/second-factor/required-factor.ts';
import * as team from '#shared/people/team.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { inviteUser, resendInvitation, withdrawInvitation } from './invitation.ts';
import { giveRecoveryCode } from './recovery-code.ts';
import { releaseFactor, requireFactor } from './required-factor.ts';
import { changeRole, leaveTeam, readTeam, removeMember, resumeMember, suspendMember } from './team.ts';

const networkOfRequest = (request: FastifyRequest) => ipNetwork(request.ip);

/** Mounts the calls about the users of a company and their invitations (readings C54). */
export function teamRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  mount.client(team.readTeam, ({ caller }) => readTeam(deps, caller));
  mount.client(team.inviteUser, ({ caller, body, request }) =>
    inviteUser(deps, caller, networkOfRequest(request), body),
  );
  mount.client(team.resendInvitation, ({ caller, params, request }) =>
    resendInvitation(deps, caller, networkOfRequest(request), params.id),
  );
  mount.client(team.withdrawInvitation, ({ caller, params }) => withdrawInvitation(deps, caller, params.id));
  mount.client(team.changeUserRole, ({ caller, params, body }) => changeRole(deps, caller, params.id, body.role));
  mount.client(team.suspendUser, ({ caller, params }) => suspendMember(deps, caller, params.id));
  mount.client(team.resumeUser, ({ caller, params }) => resumeMember(deps, caller, params.id));
  mount.client(team.removeUser, ({ caller, params }) => removeMember(deps, caller, params.id));
  mount.client(team.giveRecoveryCode, async ({ caller, params }) => ({
    message: `El código sirve una vez, durante ${RECOVERY_MINUTES} minutos`,
    results: { code: await giveRecoveryCode(deps, caller, params.id) },
  }));
  mount.client(required.requireFactor, ({ caller }) => requireFactor(deps, caller));
  mount.client(required.releaseFactor, ({ caller }) => releaseFactor(deps, caller));
  mount.client(team.leaveTeam, ({ caller, body }) => leaveTeam(deps, caller, body.confirmed));
  mount.open(team.readInvitation, ({ body, request }) => readInvitation(deps, networkOfRequest(request), body.token));
  mount.open(team.acceptInvitation, async ({ body, request, header }) => {
    const device = deviceOf(request);
    const reply = await acceptInvitation(deps, sessions, device, body);
    rememberDevice(deps.config, device, header);
    return reply;
  });
}
