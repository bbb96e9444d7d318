import type { Deps } from '#server/domain/deps.ts';
import { deviceOf, rememberDevice } from '#server/features/access/device.ts';
import type { Sessions } from '#server/features/access/session.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/second-factor.ts';
import { completeLogin } from './complete-login.ts';
import {
  beginFactor,
  confirmFactor,
  readFactor,
  removeFactor,
  renewBackupCodes,
  verifyFactor,
} from './second-factor.ts';

const KEEP_CODES = 'Guardá los códigos de respaldo: no se vuelven a mostrar';

/** Mounts the second step of the login, and the second factor of a user. */
export function secondFactorRoutes(mount: Mount, deps: Deps, sessions: Sessions): void {
  mount.client(calls.loginCode, async ({ caller, body, request, header }) => {
    const device = deviceOf(request);
    const login = { code: body.code, device, trust: body.trust_device };
    const { reply, cookie } = await completeLogin(deps, sessions, caller, login);
    rememberDevice(deps.config, device, header);
    if (cookie !== null) header('set-cookie', cookie);
    return reply;
  });
  mount.client(calls.readFactor, ({ caller }) => readFactor(deps, caller));
  mount.client(calls.beginUserFactor, ({ caller, body }) => beginFactor(deps, caller, body));
  mount.client(calls.confirmUserFactor, async ({ caller, body }) => ({
    message: KEEP_CODES,
    results: { backup_codes: await confirmFactor(deps, sessions, caller, body.code) },
  }));
  mount.client(calls.renewUserBackupCodes, async ({ caller, body }) => ({
    message: KEEP_CODES,
    results: { backup_codes: await renewBackupCodes(deps, caller, body.code) },
  }));
  mount.client(calls.verifyFactor, async ({ caller, body }) => {
    await verifyFactor(deps, sessions, caller, body.code);
    return { message: 'Código aceptado' };
  });
  mount.client(calls.removeUserFactor, async ({ caller, body }) => {
    await removeFactor(deps, sessions, caller, body.code);
    return { message: 'Quitaste el segundo paso' };
  });
}
