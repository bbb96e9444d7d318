import { randomUUID } from 'node:crypto';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { makeRoom } from '#server/people/domain/session-limit.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { type Actor, ANONYMOUS } from '#server/platform/audit-context.ts';
import { hashPassword, isOutdatedHash } from '#server/platform/secrets/passwords.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import type { SessionTokens } from '#server/platform/secrets/session-tokens.ts';
import { visibleText } from '#shared/kit/fields.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/kit/time-units.ts';
import type { login } from '#shared/people/access.ts';
import { blockedMessage } from '#shared/people/rules/approval.ts';
import { FACTOR_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { insertSession } from './login.store.ts';
import { attemptPassword } from './password/attempt.ts';
import type { Device } from './session/device.ts';
import { recordDevice } from './session/known-device.ts';
import { recordDeviceOrigin } from './session/known-origin.ts';
import { SESSION_HOURS } from './session/session.ts';
import { findUser, rehash, type User } from './user.store.ts';

/** The common message for an unknown user, a wrong password and a rate-limited name, to prevent user enumeration. */
const REFUSED = 'El usuario o la contraseña no son correctos. Si ya probaste varias veces, esperá unos minutos';

const NOT_ACTIVATED = 'Tu cuenta todavía no está activada. Buscá el email que te enviamos al registrarte';

const SUSPENDED =
  'Tu empresa suspendió tu acceso. Para volver a entrar, hablá con alguien de tu empresa que tenga el rol Dueño o Administrador';

const FACTOR_NOT_SUPPORTED =
  'Tu cuenta tiene un segundo paso, que este portal no puede pedir. Ingresá desde el portal en el que lo configuraste';

/** How long a login waits for its second step, in ms. */
const HALF_SESSION_MS = 15 * MINUTE_MS;

export interface LoginAttempt {
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  network: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  device: Device;
  /** Returns whether the login comes from a browser that the user trusts. */
  trusted: (owner: SessionOwner) => Promise<boolean>;
}

/**
 * Opens a session (D1 §4, §7). The session of a user with a second factor lacks its second step.
 *
 * @throws Failure 400 with `success: false` for wrong credentials, and with another message for a correct password of
 *   an account that isn't activated, is blocked or is suspended; 429 for a network with too many failures; 503 when too many log in at once
 */
export async function logIn(deps: Deps, tokens: SessionTokens, attempt: LoginAttempt) {
  const { account, username } = await findAccount(deps, attempt.username);
  const user = await attemptPassword(deps, { ...attempt, username, account });
  // A refused registration looks like one that waits for its activation.
  if (user && !account) throw new Failure(400, NOT_ACTIVATED, [], { success: false });
  if (!user || !account) {
    countRefusedLogin(deps, account, attempt);
    throw new Failure(400, REFUSED, [], { success: false });
  }
  await renewHash(deps, account, user, attempt);
  if (!user.activatedAt) throw new Failure(400, NOT_ACTIVATED, [], { success: false });
  if (user.blockedReason !== null) throw new Failure(400, blockedMessage(user.blockedReason), [], { success: false });
  if (user.suspendedAt) throw new Failure(400, SUSPENDED, [], { success: false });
  const owner = { ...account, passwordEpoch: user.passwordEpoch };
  if (!user.hasFactor) return openSession(deps, tokens, owner, attempt.device);
  // A gateway that speaks only the specifications has no call for the second step (readings C55).
  if (deps.config.STRICT_CONTRACT) throw new Failure(400, FACTOR_NOT_SUPPORTED, [], { success: false });
  const step = (await attempt.trusted(owner)) ? 'trusted' : 'due';
  const begun = await deps.db.withClient(account.clientId, (trx) =>
    beginSession(deps, trx, owner, attempt.device, step),
  );
  const reply = await begun.reply(tokens);
  return step === 'due' && user.hasPasskey ? { ...reply, passkey: true } : reply;
}

/**
 * Finds the account of a typed name. Looks up the name as typed first, because older names may contain invisible
 * characters, and then the name without them, because chats and documents add them to copied names. Without an account,
 * the visible name counts as the attempted one.
 */
async function findAccount(
  { db }: Pick<Deps, 'db'>,
  typed: string,
): Promise<{ account: UserKey | null; username: string }> {
  const visible = visibleText(typed);
  return db.withoutClient(async (trx) => {
    const exact = await findUser(trx, typed);
    if (exact || visible === typed) return { account: exact, username: typed };
    return { account: await findUser(trx, visible), username: visible };
  });
}

/** Counts a refused login for the audit trail. A name without an account isn't kept. */
function countRefusedLogin(
  { refusals }: Pick<Deps, 'refusals'>,
  account: UserKey | null,
  { username, network }: LoginAttempt,
): void {
  const actor: Actor = account ? { kind: 'user', id: account.userId, name: username } : ANONYMOUS;
  const clientId = account?.clientId ?? null;
  refusals.count({ action: 'session.refused', clientId, actor, target: 'POST /login', network });
}

async function renewHash({ db }: Pick<Deps, 'db'>, account: UserKey, user: User, { password, network }: LoginAttempt) {
  if (!isOutdatedHash(user.passwordHash)) return;
  const hash = await hashPassword(password, { key: network, known: true });
  await db.withClient(account.clientId, (trx) => rehash(trx, account, user.passwordHash, hash));
}

/** Whose session it is, and the epoch of the password that was compared. */
export interface SessionOwner extends UserKey {
  passwordEpoch: number;
}

/** Opens a session of a user without a second factor. @returns the reply of a login */
export async function openSession(deps: Deps, tokens: SessionTokens, owner: SessionOwner, device: Device) {
  const begun = await deps.db.withClient(owner.clientId, (trx) => beginSession(deps, trx, owner, device, 'none'));
  return begun.reply(tokens);
}

/** A session that a transaction has inserted. */
export interface BegunSession {
  /** Signs the token. @returns the reply of a login */
  reply: (tokens: SessionTokens) => Promise<ReplyOf<typeof login>>;
}

/**
 * Inserts a session. One that lacks its second step permits only that step, for a quarter of an hour; its device counts as known
 * only after the second step.
 *
 * @param step `none` if the user has no second factor, `due` before the second step, `code` or `trusted` if a code or a trusted browser
 *   was the second step
 */
export async function beginSession(
  deps: Deps,
  trx: Trx,
  { passwordEpoch, ...userKey }: SessionOwner,
  device: Device,
  step: 'none' | 'due' | 'code' | 'trusted',
): Promise<BegunSession> {
  const now = deps.clock();
  const sessionId = randomUUID();
  const half = step === 'due';
  const expiresAt = new Date(now.getTime() + (half ? HALF_SESSION_MS : SESSION_HOURS.absolute * HOUR_MS));
  const codeAt = step === 'code' ? now : null;
  const factorAt = step === 'code' || step === 'trusted' ? now : null;
  const session = { ...userKey, sessionId, passwordEpoch, now, expiresAt, device, factorAt, codeAt };
  const ended = await makeRoom(deps, trx, userPrincipal(userKey), {
    halfNetwork: half ? device.network : null,
    unusedSince: new Date(now.getTime() - SESSION_HOURS.idle * HOUR_MS),
  });
  const claims = await insertSession(trx, session);
  if (!half) {
    await recordDevice(deps, trx, { ...userKey, sessionId }, device);
    await recordDeviceOrigin(trx, { principal: userPrincipal(userKey), passwordEpoch }, device, now);
  }
  const opened = { id: userKey.userId, username: claims.username, ended };
  deps.events.record(trx, userKey.clientId, 'session.opened', opened);
  return {
    async reply(tokens) {
      const content = { sessionId, subject: String(userKey.userId), issuedAt: now, expiresAt };
      const token = await tokens.sign(content, half ? {} : { ...claims });
      if (half) return { success: true, token, message: FACTOR_REQUIRED, second_factor: true };
      return { success: true, token, message: 'Ingreso Exitoso' };
    },
  };
}
