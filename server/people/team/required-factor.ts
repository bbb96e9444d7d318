import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { rateLimitRequirement } from '#server/people/access/rate-limits.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { DAY_MS } from '#shared/kit/time-units.ts';
import { refusalReason, userMay } from '#shared/people/rules/permissions.ts';
import { GRACE_DAYS, requirementRefusal } from '#shared/people/rules/required-factor.ts';
import { readRequirement, setRequirement, usersWithFactor } from './required-factor.store.ts';
import { lockTeam, type Member } from './team.store.ts';
import { activeCaller, refused } from './team.ts';
import { enqueueTeamMail } from './team-mails.ts';

/**
 * Requires a second factor of the company's users from seven days on, and informs those without one by mail. A running requirement
 * keeps its day.
 *
 * @throws Failure 403; 422 for a caller without a second factor; 429
 */
export async function requireFactor(deps: Deps, caller: Caller): Promise<{ message: string }> {
  const from = await changeRequirement(deps, caller, 'factor.required', async (trx, company) => {
    if (company.from) return company.from;
    await rateLimitRequirement(deps, trx, caller.clientId);
    const begins = new Date(deps.clock().getTime() + GRACE_DAYS * DAY_MS);
    await setRequirement(trx, caller.clientId, begins);
    const concerned = company.active.filter(({ id }) => !company.withFactor.has(id));
    await mailTo(deps, trx, caller, 'factor-required', concerned);
    return begins;
  });
  return { message: `Tu empresa exige el segundo paso desde el ${formatTimestamp(from.toISOString())}` };
}

/** Ends the requirement, and informs the owners by mail. @throws Failure as `requireFactor` */
export async function releaseFactor(deps: Deps, caller: Caller): Promise<{ message: string }> {
  await changeRequirement(deps, caller, 'factor.requirement_ended', async (trx, { active, from }) => {
    if (!from) return null;
    await rateLimitRequirement(deps, trx, caller.clientId);
    await setRequirement(trx, caller.clientId, null);
    const owners = active.filter(({ role }) => role === 'owner');
    await mailTo(deps, trx, caller, 'factor-released', owners);
    return null;
  });
  return { message: 'Tu empresa ya no exige el segundo paso' };
}

/** The company while its requirement changes, locked. */
interface LockedCompany {
  /** Users who aren't suspended. */
  active: readonly Member[];
  withFactor: ReadonlySet<number>;
  /** From when the company requires a second factor; null if it doesn't. */
  from: Date | null;
}

/** Runs a change of the requirement under the lock of the company, on all nodes at once. @param change returns from when it holds */
async function changeRequirement<T extends Date | null>(
  deps: Deps,
  caller: Caller,
  fact: 'factor.required' | 'factor.requirement_ended',
  change: (trx: Trx, company: LockedCompany) => Promise<T>,
): Promise<T> {
  const { clientId, userId } = caller;
  return deps.db.withClient(clientId, async (trx) => {
    const team = await lockTeam(trx, clientId);
    const me = activeCaller(team, caller);
    if (!userMay(me.role, 'people')) throw refused(me.role, refusalReason(me.role, 'people'));
    const withFactor = await usersWithFactor(trx, clientId);
    const reason = requirementRefusal(withFactor.has(userId));
    if (reason) throw new Failure(422, reason);
    const active = team.filter(({ suspendedAt }) => !suspendedAt);
    const from = await readRequirement(trx, clientId);
    const result = await change(trx, { active, withFactor, from });
    if (result === from) return result;
    invalidateSessions(deps, trx, clientId);
    deps.events.record(trx, clientId, fact);
    return result;
  });
}

async function mailTo(
  deps: Deps,
  trx: Trx,
  { clientId }: Caller,
  kind: 'factor-required' | 'factor-released',
  members: readonly Member[],
): Promise<void> {
  for (const { id } of members) await enqueueTeamMail(deps, trx, { kind, clientId, userId: id });
}
