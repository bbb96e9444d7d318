import type { Deps } from '#server/integrations/deps.ts';
import { endAccess, withdrawPassword } from '#server/people/access/members.ts';
import { consumeToken } from '#server/people/access/password/one-time-token.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { userPrincipal } from '#server/platform/secrets/principal.ts';
import { resetAllowedFrom } from '#shared/people/email-correction.ts';
import { markCorrectionStopped } from './email-correction.store.ts';

/**
 * Stops a correction of a user's e-mail: all sessions and links end, and the address can't reset a password until the
 * provider corrects the e-mail again. If the corrected address could reset the password by now, the password is
 * withdrawn, too.
 *
 * @throws Failure 422 for an invalid link; 429
 */
export async function stopCorrection(deps: Deps, network: string, token: string): Promise<void> {
  await rateLimitTokens(deps, network);
  const now = deps.clock();
  await consumeToken(deps.db, { token, purpose: 'email-correction', now }, async (trx, user) => {
    const stopped = await markCorrectionStopped(trx, user, now);
    if (!stopped) return;
    const { username, correctedAt } = stopped;
    if (correctedAt && now >= resetAllowedFrom(correctedAt)) await withdrawPassword(trx, userPrincipal(user));
    await endAccess(deps, trx, user);
    deps.events.record(trx, user.clientId, 'email.correction_stopped', { id: user.userId, username });
    deps.log.warn({ event: 'security', ...user }, 'a correction of an e-mail was stopped by the former address');
  });
}
