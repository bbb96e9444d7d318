import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/domain/deps.ts';
import { rateLimitNotices } from '#server/domain/mail-rate-limits.ts';
import { accountOf, type Principal } from '#server/platform/principal.ts';

/**
 * Limits new passkeys, authenticator apps and backup codes of a person, each of which is reported by mail, as `rateLimitNotices` does.
 * Removing one isn't limited: otherwise a thief could keep the owner from it.
 *
 * @throws Failure 429
 */
export const rateLimitFactorChanges = (deps: Deps, trx: Trx, principal: Principal): Promise<void> =>
  rateLimitNotices(trx, deps, 'factor', accountOf(principal));

/** Logs a change of a second factor. The staff's are warnings, because their sessions open the data of all clients. */
export function logFactorChange({ log }: Deps, principal: Principal, message: string): void {
  log[principal.kind === 'staff' ? 'warn' : 'info']({ by: accountOf(principal) }, message);
}
