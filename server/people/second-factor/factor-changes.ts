import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import { accountOf, type Principal } from '#server/platform/secrets/principal.ts';

/**
 * Limits new passkeys, authenticator apps and backup codes of a person, each of which is reported by mail, as `rateLimitNotices` does.
 * Removing one isn't limited: otherwise a thief could keep the owner from it.
 *
 * @throws Failure 429
 */
export const rateLimitFactorChanges = (deps: Deps, trx: Trx, principal: Principal): Promise<void> =>
  rateLimitNotices(trx, deps, 'factor', accountOf(principal));

/** Logs a change of a second factor of the staff, whose sessions open the data of all clients. */
export function logFactorChange({ log }: Pick<Deps, 'log'>, principal: Principal, message: string): void {
  if (principal.kind === 'staff') log.warn({ by: accountOf(principal) }, message);
}

/** Logs that a member of the staff gave a code or a passkey. */
export function logFactorGiven({ log }: Pick<Deps, 'log'>, principal: Principal): void {
  if (principal.kind === 'staff') log.info({ by: accountOf(principal) }, 'a second factor was accepted');
}
