import { randomUUID } from 'node:crypto';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { type Actor, ANONYMOUS } from '#server/platform/audit-context.ts';
import { hashPassword, isOutdatedHash } from '#server/platform/passwords.ts';
import type { SessionTokens } from '#server/platform/session-tokens.ts';
import { Failure } from '#shared/http/failure.ts';
import { blockedMessage } from '#shared/rules/approval.ts';
import type { Device } from './device.ts';
import { recordDevice } from './known-device.ts';
import { insertSession } from './login.store.ts';
import { attemptPassword } from './password-attempt.ts';
import { SESSION_HOURS } from './session.ts';
import { findUser, rehash, type User, type UserKey } from './user.store.ts';

/** The common message for an unknown user, a wrong password and a rate-limited name, to prevent user enumeration. */
const REFUSED = 'El usuario o la contraseña no son correctos. Si ya probaste varias veces, esperá unos minutos';

const NOT_ACTIVATED = 'Tu cuenta todavía no está activada. Buscá el email que te enviamos al registrarte';

const SUSPENDED =
  'Tu empresa suspendió tu acceso. Para volver a entrar, hablá con alguien de tu empresa que tenga el rol Dueño o Administrador';

const HOUR = 3_600_000;

export interface LoginAttempt {
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  device: Device;
}

/**
 * Opens a session (D1 §4, §7).
 *
 * @throws Failure 400 with `success: false` for wrong credentials, and with another message for a correct password of
 *   an account that isn't activated, is blocked or is suspended; 429 for a network with too many failures; 503 when too many log in at once
 */
export async function logIn(deps: Deps, tokens: SessionTokens, attempt: LoginAttempt) {
  const account = await deps.db.withoutClient((trx) => findUser(trx, attempt.username));
  const user = await attemptPassword(deps, { ...attempt, account });
  if (!user || !account) {
    countRefusedLogin(deps, account, attempt);
    throw new Failure(400, REFUSED, [], { success: false });
  }
  await renewHash(deps, account, user, attempt);
  if (!user.activatedAt) throw new Failure(400, NOT_ACTIVATED, [], { success: false });
  if (user.blockedReason !== null) throw new Failure(400, blockedMessage(user.blockedReason), [], { success: false });
  if (user.suspendedAt) throw new Failure(400, SUSPENDED, [], { success: false });
  return openSession(deps, tokens, { ...account, passwordEpoch: user.passwordEpoch }, attempt.device);
}

/** Counts a refused login for the audit trail. A name without an account isn't kept. */
function countRefusedLogin({ refusals }: Deps, account: UserKey | null, { username, network }: LoginAttempt): void {
  const actor: Actor = account ? { kind: 'user', id: account.userId, name: username } : ANONYMOUS;
  const clientId = account?.clientId ?? null;
  refusals.count({ action: 'session.refused', clientId, actor, target: 'POST /login', network });
}

async function renewHash({ db }: Deps, account: UserKey, user: User, { password, network }: LoginAttempt) {
  if (!isOutdatedHash(user.passwordHash)) return;
  const hash = await hashPassword(password, { key: network, known: true });
  await db.withClient(account.clientId, (trx) => rehash(trx, account, user.passwordHash, hash));
}

/** Opens a session of a user on a device. @returns the reply of a login */
export async function openSession(
  deps: Deps,
  tokens: SessionTokens,
  { passwordEpoch, ...userKey }: UserKey & { passwordEpoch: number },
  device: Device,
) {
  const { db, clock } = deps;
  const now = clock();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + SESSION_HOURS.absolute * HOUR);
  const claims = await db.withClient(userKey.clientId, async (trx) => {
    const inserted = await insertSession(trx, { ...userKey, sessionId, passwordEpoch, now, expiresAt, device });
    await recordDevice(deps, trx, { ...userKey, sessionId }, device);
    recordAudit(trx, {
      clientId: userKey.clientId,
      actor: { kind: 'user', id: userKey.userId, name: inserted.username },
    });
    return inserted;
  });
  const token = await tokens.sign(
    { sessionId, subject: String(userKey.userId), issuedAt: now, expiresAt },
    { ...claims },
  );
  return { success: true as const, token, message: 'Ingreso Exitoso' };
}
