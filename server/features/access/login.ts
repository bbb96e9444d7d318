import { randomUUID } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { beginAttempt, forgive, inTurn, takeBack } from '#server/platform/backoff.ts';
import { hashPassword, isOutdatedHash, passwordMatches } from '#server/platform/passwords.ts';
import { countAttempt, type Limit, throttleKey } from '#server/platform/throttle.ts';
import type { Tokens } from '#server/platform/tokens.ts';
import { Failure } from '#shared/http/failure.ts';
import { fold } from '#shared/rules/fold.ts';
import { insertSession } from './login.store.ts';
import { SESSION_HOURS } from './session.ts';
import { findUser, readUser, rehash, type User, type UserPlace } from './user.store.ts';

/** The one answer for an unknown user, a wrong password and a name that must wait (security: no enumeration). */
const REFUSED = 'El usuario o la contraseña no son correctos. Si ya probaste varias veces, esperá unos minutos';

const NOT_ACTIVATED = 'Tu cuenta todavía no está activada. Buscá el email que te enviamos al registrarte';

// The client that no row belongs to: a look-up for nobody takes the same way as one for somebody.
const NOBODY: UserPlace = { clientId: 0, userId: 0 };

const HOUR = 3_600_000;

export interface LoginAttempt {
  username: string;
  password: string;
  /** Network that the attempt comes from. */
  visitor: string;
}

/**
 * Opens a session (D1 §4, §7).
 *
 * @throws Failure 400 with `success: false` for wrong credentials and for an account that isn't activated, which only
 *   who knows the password is told; 429 for a network with too many failures; 503 when too many log in at once
 */
export async function logIn(deps: Deps, tokens: Tokens, attempt: LoginAttempt) {
  const found = await deps.db.withoutClient((trx) => findUser(trx, attempt.username));
  const key = loginKey(found, attempt);
  return inTurn(key, async () => {
    const place = found ?? NOBODY;
    const user = await compare(deps, key, place, attempt);
    if (!user.activatedAt) throw new Failure(400, NOT_ACTIVATED, [], { success: false });
    const token = await openSession(deps, tokens, place, user.passwordEpoch);
    return { success: true as const, token, message: 'Ingreso Exitoso' };
  });
}

/** What failures count against: the user, not the spelling ('ana' and 'Aná' are one name), and the network. */
export function loginKey(found: UserPlace | null, { username, visitor }: Omit<LoginAttempt, 'password'>): string {
  const who = found ? `user ${found.clientId}:${found.userId}` : `name ${fold(username)}`;
  return throttleKey('login', `${who}\n${visitor}`);
}

async function compare(deps: Deps, key: string, place: UserPlace, { password, visitor }: LoginAttempt) {
  const { db, config, clock } = deps;
  const network: Limit = { kind: 'login-ip', of: visitor, most: 50, seconds: 600 };
  const wait = await db.withoutClient(async (trx) => {
    // Counted as failed before the hash is made, so that a hundred attempts at once can't all be tried.
    const seconds = await beginAttempt(trx, key, clock());
    if (seconds === 0 && config.THROTTLE !== 'off') await countAttempt(trx, [network], clock(), config);
    return seconds;
  });
  if (wait > 0) throw refused();

  const user = await db.withClient(place.clientId, (trx) => readUser(trx, place));
  const matches = await passwordMatches(user?.passwordHash ?? null, password);
  if (!user || !matches) throw refused();
  await db.withoutClient(async (trx) => {
    await forgive(trx, key);
    await takeBack(trx, throttleKey(network.kind, network.of));
  });
  await renewHash(deps, place, user, password);
  return user;
}

function refused(): Failure {
  return new Failure(400, REFUSED, [], { success: false });
}

async function renewHash({ db }: Deps, place: UserPlace, user: User, password: string): Promise<void> {
  if (!isOutdatedHash(user.passwordHash)) return;
  const hash = await hashPassword(password);
  await db.withClient(place.clientId, (trx) => rehash(trx, place, user.passwordHash, hash));
}

async function openSession({ db, clock }: Deps, tokens: Tokens, place: UserPlace, passwordEpoch: number) {
  const now = clock();
  const sessionId = randomUUID();
  const expiresAt = new Date(now.getTime() + SESSION_HOURS.absolute * HOUR);
  const claims = await db.withClient(place.clientId, (trx) =>
    insertSession(trx, { ...place, sessionId, passwordEpoch, now, expiresAt }),
  );
  return tokens.sign({ sessionId, subject: String(place.userId), issuedAt: now, expiresAt }, { ...claims });
}
