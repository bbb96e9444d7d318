import type { Trx } from '#server/db/connection.ts';
import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import type { UserKey } from '#server/domain/user-key.ts';
import { rateLimitTokens } from '#server/features/access/access-rate-limits.ts';
import { endAccess } from '#server/features/access/members.ts';
import { clientOfToken, issueToken } from '#server/features/access/one-time-token.ts';
import type { Sessions } from '#server/features/access/session.ts';
import { violatedUniqueKey } from '#server/features/access/taken-names.ts';
import { createSecretEncryption } from '#server/platform/secret-encryption.ts';
import { TOKEN_LENGTH, tokenDigest, tokenHash } from '#server/platform/token-hash.ts';
import { Failure } from '#shared/http/failure.ts';
import { restoreEmail } from './email-correction.store.ts';

const encryption = ({ config }: Pick<Deps, 'config'>) =>
  createSecretEncryption(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS);

/** What an encrypted address is, for one link: another link's address can't be moved to it. */
const purposeOf = (token: string) => `former address of link ${tokenHash(token)}`;

/** Issues the code of a link that stops a correction: the token and then the encrypted former address, which nothing else stores. */
export async function issueStopCode(deps: Deps, trx: Trx, user: UserKey, former: string): Promise<string> {
  const token = await issueToken(trx, user, 'email-correction', deps.clock());
  const address = encryption(deps).encrypt(Buffer.from(former), purposeOf(token));
  return token + address.toString('base64url');
}

/** Returns the token and the former address of a link's code. @throws Failure 422 */
function readStopCode(deps: Deps, code: string): { token: string; former: string } {
  const [token, address] = [code.slice(0, TOKEN_LENGTH), code.slice(TOKEN_LENGTH)];
  try {
    return { token, former: encryption(deps).decrypt(Buffer.from(address, 'base64url'), purposeOf(token)).toString() };
  } catch {
    throw invalidLink();
  }
}

/** Returns the refusal of a link that is unknown, used or expired: nobody can ask for another one. */
function invalidLink(): Failure {
  const message = 'El enlace venció o ya se usó. Hablá con tu proveedor';
  return new Failure(422, message, [{ field: 'token', message }]);
}

/**
 * Stops a correction: the user has the former e-mail again, and all sessions and links end, because somebody else may have set a
 * password by the corrected address.
 *
 * @throws Failure 422 for an invalid link, and if somebody else has the former address by now; 429
 */
export async function stopCorrection(deps: Deps, sessions: Sessions, network: string, code: string): Promise<void> {
  await rateLimitTokens(deps, network);
  const { token, former } = readStopCode(deps, code);
  const clientId = await clientOfToken(deps.db, token);
  if (clientId === null) throw invalidLink();
  const work = deps.db.withClient(clientId, async (trx) => {
    const now = deps.clock();
    const user = await restoreEmail(trx, { hash: tokenDigest(token), email: former, now });
    if (!user) throw invalidLink();
    const { userId, username } = user;
    await endAccess(trx, sessions, { clientId, userId }, now);
    recordAudit(trx, { clientId, target: userId, actor: { kind: 'user', id: userId, name: username } });
    deps.bus.publish(trx, clientId, { kind: 'account', id: null });
    return userId;
  });
  const userId = await work.catch((error: unknown) => {
    if (violatedUniqueKey(error) !== 'user_directory_email_norm_key') throw error;
    throw new Failure(422, 'Otra cuenta tiene este email ahora. Hablá con tu proveedor');
  });
  deps.log.warn({ event: 'security', clientId, userId }, 'a correction of an e-mail was stopped by the former address');
}
