import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import * as own from '#shared/people/sessions.ts';
import { logIn } from './login.ts';
import { changePassword, requestReset, resetPassword } from './password/password.ts';
import { activateAccount, resendActivation } from './registration/activation.ts';
import { registerClient } from './registration/registration.ts';
import { deviceOf, rememberDevice } from './session/device.ts';
import type { Sessions } from './session/session.ts';
import { endOtherSessions, endOwnSession, readSessions } from './session/session-list.ts';
import { comesFromTrusted } from './session/trusted-device.ts';
import { acceptTerms, newestTerms } from './terms.ts';

const networkOfRequest = (request: FastifyRequest) => ipNetwork(request.ip);

/** Mounts login, registration, activation, passwords, terms (D1 §7) and the user's sessions. */
export function accessRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  mount.open(access.login, async ({ body, request, signal, header }) => {
    const device = deviceOf(request);
    const reply = await logIn(deps, sessions.tokens, {
      username: body._username,
      password: body._password,
      network: device.network,
      signal,
      device,
      trusted: (owner) => comesFromTrusted(deps, request, owner),
    });
    // A browser is known after the second step.
    if (!reply.second_factor) rememberDevice(deps.config, device, header);
    return reply;
  });
  mount.open(access.logout, async ({ request, header }) => {
    await sessions.end(request);
    // Don't clear the storage: drafts survive a forced logout.
    header('clear-site-data', '"cache"');
    return { message: 'Cerraste la sesión' };
  });
  mount.open(register, ({ body, request, signal }) =>
    registerClient(deps, { network: networkOfRequest(request), signal }, body),
  );
  mount.open(access.sendActivationMail, ({ body, request }) => resendActivation(deps, deviceOf(request), body.email));
  mount.open(access.activate, ({ body, request }) => activateAccount(deps, networkOfRequest(request), body.token));
  mount.open(access.recover, ({ body, request }) => requestReset(deps, deviceOf(request), body.email));
  mount.open(access.resetPassword, ({ body, request }) => resetPassword(deps, networkOfRequest(request), body));
  mount.client(access.modifyPassword, ({ body, caller }) => changePassword(deps, caller, body));
  mount.client(own.listSessions, ({ caller }) => readSessions(deps, caller));
  mount.client(own.endOneSession, ({ caller, params }) => endOwnSession(deps, caller, params.id));
  mount.client(own.endOtherSessions, ({ caller }) => endOtherSessions(deps, caller));
  mount.client(access.newestTerms, ({ caller }) => newestTerms(deps, caller));
  mount.client(access.acceptTerms, ({ params, caller }) => acceptTerms(deps, caller, params.id));
}
