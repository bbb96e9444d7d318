import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { clientOfToken, endLinks, readToken, spendToken } from '#server/people/access/password/one-time-token.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { type ChangeAddress, INVALID_EMAIL_LINK } from '#shared/people/email-change.ts';
import { completeChange, type EmailChange, lockChangingUser, markConfirmed, readChange } from './email-change.store.ts';

const EMAIL_TAKEN = 'Ese email ya tiene una cuenta. Pedí el cambio de nuevo con otro email';

/** A valid link of an open change, whose user is locked. */
interface Link {
  clientId: number;
  userId: number;
  username: string;
  /** The address that the link was sent to. */
  address: ChangeAddress;
  change: EmailChange;
  now: Date;
}

/** Returns what the page of a link shows. @throws Failure 422 for a link that isn't valid any more; 429 */
export function openEmailChange(deps: Deps, network: string, token: string) {
  return withLink(deps, network, token, async (_trx, { address, change: { email } }) => ({
    results: { address, email },
  }));
}

/**
 * Confirms a change for the address of a link. The second confirmation changes the e-mail and ends all links of the user's mails,
 * such as that of a password reset in the old mailbox.
 *
 * @throws Failure 422 for a link that isn't valid any more, and if somebody else has the address by now; 429
 */
export async function confirmEmailChange(deps: Deps, network: string, token: string) {
  const done = await withLink(deps, network, token, async (trx, link) => {
    const { clientId, userId, username, address, now } = link;
    await consume(trx, link, token);
    await markConfirmed(trx, link, address, now);
    const complete = await completeChange(trx, userId);
    if (complete) await endLinks(trx, userPrincipal(link), now);
    const confirmed = { id: userId, username, address, done: complete };
    deps.events.record(trx, clientId, 'email.change_confirmed', confirmed);
    return complete;
  }).catch((error: unknown) => {
    if (violatedUniqueKey(error) === 'user_directory_email_norm_key') throw new Failure(422, EMAIL_TAKEN);
    throw error;
  });
  const message = done
    ? 'El email de tu cuenta cambió'
    : 'Confirmaste el cambio. Falta confirmarlo desde el otro email';
  return { message, results: { done } };
}

/** Withdraws a change by the link of the current address. @throws Failure 422 for any other link; 429 */
export async function withdrawEmailChange(deps: Deps, network: string, token: string) {
  await withLink(deps, network, token, async (trx, link) => {
    const { clientId, userId, username, address, now } = link;
    if (address !== 'old') throw invalidLink();
    await consume(trx, link, token);
    await endLinks(trx, userPrincipal(link), now, 'change');
    deps.events.record(trx, clientId, 'email.change_withdrawn', { id: userId, username });
  });
  return { message: 'Retiraste el cambio. El email de tu cuenta sigue siendo el mismo' };
}

const ADDRESS_OF: Record<string, ChangeAddress | undefined> = { 'email-old': 'old', 'email-new': 'new' };

/** Runs `work` with the user of a link locked. A link of an earlier change isn't valid: the next request has ended it. */
async function withLink<T>(
  deps: Deps,
  network: string,
  token: string,
  work: (trx: Trx, link: Link) => Promise<T>,
): Promise<T> {
  const { db, clock } = deps;
  await rateLimitTokens(deps, network);
  const clientId = await clientOfToken(db, token);
  if (clientId === null) throw invalidLink();
  return db.withClient(clientId, async (trx) => {
    const now = clock();
    const found = await readToken(trx, clientId, token, now);
    const address = found && ADDRESS_OF[found.purpose];
    if (!address) throw invalidLink();
    const userKey = { clientId, userId: found.userId };
    const user = await lockChangingUser(trx, userKey);
    const change = user && !user.inactive ? await readChange(trx, userKey, now) : null;
    if (!user || !change) throw invalidLink();
    return work(trx, { ...userKey, username: user.username, address, change, now });
  });
}

/** Marks a link as used. @throws Failure 422 if it was used or ended while the user was being locked */
async function consume(trx: Trx, { clientId, address, now }: Link, token: string): Promise<void> {
  if (!(await spendToken(trx, clientId, { token, purpose: `email-${address}`, now }))) throw invalidLink();
}

const invalidLink = () => new Failure(422, INVALID_EMAIL_LINK, [{ field: 'token', message: INVALID_EMAIL_LINK }]);
