import type { FastifyRequest } from 'fastify';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { cookieHeader, readCookie } from '#server/platform/http/request/cookie.ts';
import { newToken, tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';
import { TRUST_DAYS } from '#shared/people/second-factor/second-factor.ts';
import { deleteExpiredTrust, insertTrusted, isTrusted } from './trusted-device.store.ts';

/** Name of the cookie of a trusted browser: each user of a browser has one of their own, which no other login can set. */
const cookieName = (userId: number) => `remito_trusted_${userId}`;

/** Returns whether a login comes from a browser that its user trusts. */
export async function comesFromTrusted(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  owner: UserKey & { passwordEpoch: number },
): Promise<boolean> {
  const token = readCookie(request, cookieName(owner.userId));
  if (token === null) return false;
  const device = { ...owner, hash: tokenDigest(token) };
  return db.withClient(owner.clientId, (trx) => isTrusted(trx, device, clock()));
}

/** Trusts a browser for 30 days. @returns the `Set-Cookie` header of its response */
export async function trustDevice(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  owner: UserKey & { passwordEpoch: number },
): Promise<string> {
  const now = clock();
  const { token, hash } = newToken();
  const seconds = TRUST_DAYS * DAY_SECONDS;
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await insertTrusted(trx, { ...owner, hash }, { now, expiresAt });
  const https = new URL(config.PUBLIC_URL).protocol === 'https:';
  return cookieHeader({ name: cookieName(owner.userId), value: token, path: '/api/login', seconds, https });
}

/** Deletes the trust of a client's users that has expired. */
export const forgetExpiredTrust = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, clientId: number): Promise<void> =>
  db.withClient(clientId, (trx) => deleteExpiredTrust(trx, clientId, clock()));
