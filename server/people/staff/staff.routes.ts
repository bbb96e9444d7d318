import type { Deps } from '#server/integrations/deps.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import { revokeSession } from '#server/people/domain/sessions.store.ts';
import {
  beginFactor,
  readBackupCodeCount,
  renewBackupCodes,
  verifyFactor,
} from '#server/people/second-factor/second-factor.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { StaffCaller } from '#server/platform/http/request/caller.ts';
import { guardStaff } from '#server/platform/http/request/guard.ts';
import type { Call } from '#server/platform/http/request/read-call.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { staffPermissions } from '#shared/people/rules/staff-permissions.ts';
import { RECOVERY_MINUTES } from '#shared/people/second-factor/factor-code.ts';
import * as passkeys from '#shared/people/second-factor/staff-passkeys.ts';
import * as staff from '#shared/people/staff.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import { staffPasswordRoutes } from './password/staff-password.routes.ts';
import { completeLogin, confirmStaffFactor, staffFactorSession } from './session/staff-factor.ts';
import { logInStaff } from './session/staff-login.ts';
import { staffPasskeyRoutes } from './session/staff-passkey.routes.ts';
import { giveStaffRecoveryCode } from './session/staff-recovery.ts';
import { readSessions } from './session/staff-session.store.ts';
import { factorStep, type OpenedSession, renewBrowserToken, type StaffSessions } from './session/staff-session.ts';
import {
  acceptInvitation,
  inviteStaff,
  readStaffInvitation,
  resendInvitation,
  withdrawInvitation,
} from './staff-invitation.ts';
import { changeStaff, listStaff } from './staff-members.ts';

const KEEP_CODES = 'Guardá los códigos de respaldo: no se vuelven a mostrar';

/** Mounts login, sessions, second factor and management of the provider's staff. */
export function staffRoutes(mount: Mount, deps: Deps, sessions: StaffSessions): void {
  const { db, events, clock } = deps;
  const sessionOf = (caller: StaffCaller) => staffFactorSession(deps, caller);

  /** Answers with an opened session: a browser gets the token as a cookie, a terminal in the body. */
  function opened(
    header: Call<unknown>['header'],
    { kind, token, step }: Omit<OpenedSession, 'ended'>,
    message: string,
  ) {
    if (token && kind === 'browser') header('set-cookie', sessions.cookie(token));
    return { message, results: { second_factor: step, token: kind === 'terminal' ? token : null } };
  }

  mount.open(calls.staffLogin, async ({ body, request, signal, header }) =>
    opened(header, await logInStaff(deps, sessions, body, { request, signal }), 'Ingreso exitoso'),
  );
  mount.staff(calls.staffLoginCode, async ({ caller, body, header }) =>
    opened(header, await completeLogin(deps, caller, { code: body.code }), 'Ingreso exitoso'),
  );
  mount.staff(passkeys.staffLoginPasskey, async ({ caller, body, header }) =>
    opened(header, await completeLogin(deps, caller, { passkey: body }), 'Ingreso exitoso'),
  );
  mount.open(calls.staffLogout, async ({ request, header }) => {
    await sessions.end(request);
    header('set-cookie', sessions.cookie(null));
    return { message: 'Cerraste la sesión' };
  });
  async function personOf(caller: StaffCaller) {
    const { actor, email, role, factorGiven, hasFactor, hasPasskey } = caller;
    // A session that lacks its second step gets only the facts that this step needs.
    const rights = factorGiven
      ? {
          role,
          permissions: staffPermissions(role),
          backup_codes: await readBackupCodeCount(deps, staffPrincipal(actor.id)),
        }
      : { role: null, permissions: [], backup_codes: null };
    return {
      id: actor.id,
      name: actor.name,
      email,
      ...rights,
      second_factor: factorStep(caller),
      has_factor: hasFactor,
      has_passkey: hasPasskey,
    };
  }
  mount.staff(calls.staffMe, async ({ caller }) => ({ results: await personOf(caller) }));
  mount.open(calls.currentStaff, async ({ request }) => {
    const caller = await sessions.find(request);
    if (caller) guardStaff(caller, calls.staffMe);
    return { results: caller && (await personOf(caller)) };
  });
  mount.staff(calls.listStaffSessions, async ({ caller }) => {
    const rows = await db.withProvider((trx) => readSessions(trx, caller.actor.id, clock()));
    const results = rows.map((row) => ({ ...row, current: row.id === caller.sessionId }));
    return { results };
  });
  mount.staff(calls.endStaffSession, async ({ caller, params }) => {
    await db.withProvider(async (trx) => {
      const ended = await revokeSession(trx, staffPrincipal(caller.actor.id), params.id, clock());
      if (!ended) throw new Failure(404, messages.notFound);
      events.record(trx, null, 'staff.session_revoked', { sessionId: params.id });
    });
    return { message: 'La sesión se cerró' };
  });
  mount.staff(calls.endOtherStaffSessions, async ({ caller, header }) => {
    const token = await db.withProvider(async (trx) => {
      const ended = await endSessions(deps, trx, staffPrincipal(caller.actor.id), caller.sessionId);
      if (ended > 0) events.record(trx, null, 'staff.other_sessions_revoked');
      return renewBrowserToken(trx, caller);
    });
    if (token) header('set-cookie', sessions.cookie(token));
    return { message: 'Se cerraron las otras sesiones' };
  });
  mount.open(calls.readStaffInvitation, async ({ body, request }) => {
    sessions.assertOrigin(request);
    return { results: await readStaffInvitation(deps, ipNetwork(request.ip), body.token) };
  });
  mount.open(calls.acceptStaffInvitation, async ({ body, request, header }) =>
    opened(header, await acceptInvitation(deps, sessions, request, body), 'Aceptaste la invitación'),
  );
  mount.staff(calls.beginFactor, async ({ caller, body }) => ({
    results: await beginFactor(deps, sessionOf(caller), caller.hasFactor ? body.code : undefined),
  }));
  mount.staff(calls.confirmFactor, async ({ caller, body, header }) => {
    const { backupCodes, token } = await confirmStaffFactor(deps, caller, body.code);
    const answer = opened(header, { kind: caller.kind, token, step: 'done' }, KEEP_CODES);
    return { ...answer, results: { ...answer.results, backup_codes: backupCodes } };
  });
  mount.staff(calls.renewBackupCodes, async ({ caller, body }) => ({
    message: KEEP_CODES,
    results: { backup_codes: await renewBackupCodes(deps, sessionOf(caller), body.code) },
  }));
  mount.staff(passkeys.verifyStaffFactor, async ({ caller, body }) => {
    await verifyFactor(deps, sessionOf(caller), body.code);
    return { message: 'Código aceptado' };
  });
  staffPasskeyRoutes(mount, deps, sessions);
  staffPasswordRoutes(mount, deps, sessions);

  mount.provider(staff.listStaff, async ({ caller }) => ({ results: await listStaff(deps, caller) }));
  mount.provider(staff.inviteStaff, async ({ caller, body }) => ({
    message: 'La invitación se va a enviar: sirve por 72 horas',
    results: { id: await inviteStaff(deps, caller, body) },
  }));
  mount.provider(staff.resendStaffInvitation, async ({ caller, params }) => {
    await resendInvitation(deps, caller, params.id);
    return { message: 'Se va a enviar otra invitación: la anterior ya no sirve' };
  });
  mount.provider(staff.withdrawStaffInvitation, async ({ caller, params }) => {
    await withdrawInvitation(deps, caller, params.id);
    return { message: 'La invitación se retiró' };
  });
  mount.provider(staff.changeStaff, async ({ caller, params, body }) => {
    const active_keys = await changeStaff(deps, caller, params.id, body);
    return { message: 'Los cambios se guardaron', results: { active_keys } };
  });
  mount.provider(staff.giveStaffRecoveryCode, async ({ caller, params }) => ({
    message: `El código sirve una vez, durante ${RECOVERY_MINUTES} minutos`,
    results: { code: await giveStaffRecoveryCode(deps, caller, params.id) },
  }));
}
