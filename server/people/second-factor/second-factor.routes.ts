import type { Deps } from '#server/integrations/deps.ts';
import { confirmPassword } from '#server/people/access/password/own-password.ts';
import { deviceOf, rememberDevice } from '#server/people/access/session/device.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import type { Call } from '#server/platform/http/request/read-call.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import * as passkeys from '#shared/people/second-factor/passkeys.ts';
import * as calls from '#shared/people/second-factor/second-factor.ts';
import type { SecondStep } from './accept-step.ts';
import { addPasskey, askPasskey, beginPasskey, listPasskeys, removePasskey, verifyPasskey } from './passkeys.ts';
import { beginFactor, confirmFactor, renewBackupCodes, verifyFactor } from './second-factor.ts';
import { completeLogin, readFactor, removeFactor, userFactorSession } from './user-factor.ts';

const KEEP_CODES = 'Guardá los códigos de respaldo: no se vuelven a mostrar';

/** Mounts the second step of the login, and the second factor and the passkeys of a user. */
export function secondFactorRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  const sessionOf = (caller: Caller) => userFactorSession(deps, caller);
  type Login = Pick<Call<unknown>, 'request' | 'header'> & { caller: Caller };
  async function logIn({ caller, request, header }: Login, step: SecondStep, trust: boolean) {
    const device = deviceOf(request);
    const { reply, cookie } = await completeLogin(deps, sessions, caller, step, { device, trust });
    rememberDevice(deps.config, device, header);
    if (cookie !== null) header('set-cookie', cookie);
    return reply;
  }
  mount.client(calls.loginCode, (call) => logIn(call, { code: call.body.code }, call.body.trust_device));
  mount.client(passkeys.loginPasskey, (call) => {
    const { trust_device, ...passkey } = call.body;
    return logIn(call, { passkey }, trust_device);
  });
  mount.client(calls.readFactor, ({ caller }) => readFactor(deps, caller));
  mount.client(calls.beginUserFactor, async ({ caller, body: { code, currentPassword = '' } }) => {
    if (!code && !caller.hasFactor) await confirmPassword(deps, userPrincipal(caller), currentPassword);
    return { results: await beginFactor(deps, sessionOf(caller), code) };
  });
  mount.client(calls.confirmUserFactor, async ({ caller, body }) => ({
    message: KEEP_CODES,
    results: { backup_codes: await confirmFactor(deps, sessionOf(caller), body.code) },
  }));
  mount.client(calls.renewUserBackupCodes, async ({ caller, body }) => ({
    message: KEEP_CODES,
    results: { backup_codes: await renewBackupCodes(deps, sessionOf(caller), body.code) },
  }));
  mount.client(calls.verifyFactor, async ({ caller, body }) => {
    await verifyFactor(deps, sessionOf(caller), body.code);
    return { message: 'Código aceptado' };
  });
  mount.client(calls.removeUserFactor, async ({ caller, body }) => {
    await removeFactor(deps, caller, body.code);
    return { message: 'Quitaste el segundo paso' };
  });

  mount.client(passkeys.listPasskeys, async ({ caller }) => ({
    results: await listPasskeys(deps, userPrincipal(caller)),
  }));
  mount.client(passkeys.beginPasskey, async ({ caller }) => ({ results: await beginPasskey(deps, sessionOf(caller)) }));
  mount.client(passkeys.addPasskey, async ({ caller, body }) => {
    await addPasskey(deps, sessionOf(caller), body);
    return { message: 'Agregaste la llave de acceso' };
  });
  mount.client(passkeys.removePasskey, async ({ caller, params }) => {
    await removePasskey(deps, sessionOf(caller), params.id);
    return { message: 'Quitaste la llave de acceso' };
  });
  mount.client(passkeys.askPasskey, async ({ caller }) => ({ results: await askPasskey(deps, sessionOf(caller)) }));
  mount.client(passkeys.verifyPasskey, async ({ caller, body }) => {
    await verifyPasskey(deps, sessionOf(caller), body);
    return { message: 'Llave de acceso aceptada' };
  });
}
