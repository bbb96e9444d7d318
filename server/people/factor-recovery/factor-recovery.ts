import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { consumeToken } from '#server/people/access/password/one-time-token.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { holdRights } from '#server/people/domain/staff/provider-rights.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { issueRecoveryCode } from '#server/people/second-factor/recovery-code.ts';
import { hasConfirmedFactor } from '#server/people/second-factor/second-factor.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { DAY_MS, HOUR_MS } from '#shared/kit/time-units.ts';
import {
  RECOVERY_AFTER_CORRECTION_DAYS,
  RECOVERY_DELAY_HOURS,
  RECOVERY_VOID_HOURS,
} from '#shared/people/second-factor/factor-recovery.ts';
import * as calls from '#shared/people/second-factor/staff-factor-recovery.ts';
import {
  insertRecovery,
  lockRecoveredUser,
  markApproved,
  markDone,
  markStopped,
  type RecoveredUser,
  type Recovery,
  readOpenRecovery,
} from './factor-recovery.store.ts';
import { enqueueRecoveryMail } from './factor-recovery-mails.ts';

const NONE_OPEN = 'No hay una recuperación abierta de este usuario. Pedila primero';

/** Returns the id of the person who calls: a recovery takes two people, and a key is none. @throws Failure 422 */
function personOf({ actor }: ProviderCaller): number {
  if (actor.kind === 'staff') return actor.id;
  throw new Failure(422, 'Una recuperación la hacen dos personas con su propio usuario, no una clave');
}

/**
 * Runs a step of a recovery with the user locked, by a caller who still has the right. `work` also gets the id of the
 * person of the staff, and the user. It records its fact.
 *
 * @throws Failure 401, 403, 404; 422 for a key, and for a user whose own company can help
 */
async function step<T>(
  deps: Deps,
  caller: ProviderCaller,
  endpoint: AnyEndpoint,
  user: UserKey,
  work: (trx: Trx, open: Recovery | null, by: number, person: RecoveredUser) => Promise<T>,
): Promise<T> {
  const result = await deps.db.withClient(user.clientId, async (trx) => {
    await holdRights(trx, { caller, endpoint });
    const person = await lockRecoveredUser(trx, user);
    if (!person) throw new Failure(404, messages.notFound);
    if (!person.onlyOwner) {
      throw new Failure(422, 'Otra persona de la empresa con el rol Dueño puede darle un código desde Equipo');
    }
    const by = personOf(caller);
    return work(trx, await freshRecovery(deps, trx, user), by, person);
  });
  deps.log.warn({ ...user, by: actorInLog(caller) }, 'a step of a recovery of a second factor');
  return result;
}

/** Returns the open recovery; ends one that is void. */
async function freshRecovery({ clock }: Pick<Deps, 'clock'>, trx: Trx, user: UserKey): Promise<Recovery | null> {
  const open = await readOpenRecovery(trx, user);
  const voidAt = open?.approvedAt && new Date(open.approvedAt.getTime() + RECOVERY_VOID_HOURS * HOUR_MS);
  if (!voidAt || voidAt > clock()) return open;
  await markStopped(trx, user, clock());
  return null;
}

/**
 * Refuses a recovery soon after the provider corrected the user's e-mail: its mails, which let the owner stop it, would go to an
 * address that the owner may not read.
 *
 * @throws Failure 409
 */
function requireSettledEmail(
  { clock }: Pick<Deps, 'clock'>,
  { emailCorrectedAt, emailStoppedAt }: RecoveredUser,
): void {
  if (emailStoppedAt) {
    throw new Failure(409, 'Desde el email anterior de este usuario se detuvo su corrección. Corregilo de nuevo antes');
  }
  if (!emailCorrectedAt) return;
  const allowedAt = new Date(emailCorrectedAt.getTime() + RECOVERY_AFTER_CORRECTION_DAYS * DAY_MS);
  if (clock() >= allowedAt) return;
  const [days, time] = [RECOVERY_AFTER_CORRECTION_DAYS, formatTimestamp(allowedAt.toISOString())];
  throw new Failure(
    409,
    `El email de este usuario se corrigió hace menos de ${days} días. La recuperación se puede pedir desde el ${time}`,
  );
}

/**
 * Requests a recovery.
 *
 * @throws Failure 404; 409 if one is open, and soon after a correction of the e-mail; 422 for a key, and without a second factor
 */
export async function requestRecovery(deps: Deps, caller: ProviderCaller, user: UserKey): Promise<void> {
  await step(deps, caller, calls.requestFactorRecovery, user, async (trx, open, by, person) => {
    if (open) throw new Failure(409, 'Ya hay una recuperación abierta de este usuario');
    if (!(await hasConfirmedFactor(trx, userPrincipal(user))))
      throw new Failure(422, 'Este usuario no tiene segundo paso');
    requireSettledEmail(deps, person);
    await insertRecovery(trx, user, by, deps.clock());
    await enqueueRecoveryMail(deps, trx, { kind: 'requested', ...user });
    deps.events.record(trx, user.clientId, 'factor.recovery_requested', { id: user.userId });
  });
}

/** Approves a recovery that another person requested. @throws Failure 404; 409; 422 for a key and for the same person */
export async function approveRecovery(deps: Deps, caller: ProviderCaller, user: UserKey): Promise<void> {
  await step(deps, caller, calls.approveFactorRecovery, user, async (trx, open, by) => {
    if (!open) throw new Failure(409, NONE_OPEN);
    if (open.approvedAt) throw new Failure(409, 'Esta recuperación ya está aprobada');
    if (open.requestedBy === by) throw new Failure(422, 'La tiene que aprobar otra persona que la que la pidió');
    await markApproved(trx, user.clientId, open.id, by, deps.clock());
    await enqueueRecoveryMail(deps, trx, { kind: 'approved', ...user });
    deps.events.record(trx, user.clientId, 'factor.recovery_approved', { id: user.userId });
  });
}

/**
 * Gives the code of a recovery, a day after its approval, and ends the recovery.
 *
 * @returns the code
 * @throws Failure 404; 422 for a key; 409 without an approved recovery, and before the day has passed
 */
export async function giveCode(deps: Deps, caller: ProviderCaller, user: UserKey): Promise<string> {
  return step(deps, caller, calls.giveFactorRecoveryCode, user, async (trx, open) => {
    if (!open) throw new Failure(409, NONE_OPEN);
    if (!open.approvedAt) throw new Failure(409, 'Falta que otra persona apruebe esta recuperación');
    const readyAt = new Date(open.approvedAt.getTime() + RECOVERY_DELAY_HOURS * HOUR_MS);
    if (deps.clock() < readyAt) {
      const time = formatTimestamp(readyAt.toISOString());
      throw new Failure(409, `El código se puede dar desde el ${time}: hasta entonces el dueño la puede detener`);
    }
    const code = await issueRecoveryCode(deps, trx, userPrincipal(user));
    if (code === null) throw new Failure(422, 'Este usuario no tiene segundo paso');
    await markDone(trx, user.clientId, open.id, deps.clock());
    await enqueueRecoveryMail(deps, trx, { kind: 'given', ...user });
    deps.events.record(trx, user.clientId, 'factor.recovery_completed', { id: user.userId });
    return code;
  });
}

/** Stops a recovery by the link of its mails. @throws Failure 422 for an invalid link; 429 */
export async function stopRecovery(deps: Deps, network: string, token: string): Promise<void> {
  await rateLimitTokens(deps, network);
  const now = deps.clock();
  await consumeToken(deps.db, { token, purpose: 'factor-recovery', now }, async (trx, user) => {
    const person = await lockRecoveredUser(trx, user);
    await markStopped(trx, user, now);
    const by = { id: user.userId, username: person?.username ?? '' };
    deps.events.record(trx, user.clientId, 'factor.recovery_stopped', by);
  });
}
