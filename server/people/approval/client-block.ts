import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { invalidateSessions } from '#server/people/domain/cached-sessions.ts';
import { rateLimitNotices } from '#server/people/domain/mail/mail-rate-limits.ts';
import { holdRights, type ProviderCall } from '#server/people/domain/staff/provider-rights.ts';
import { actorInLog } from '#server/platform/http/request/caller.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { revokeSessions, setClientBlock, setUserBlock, withdrawActivationLinks } from './client-block.store.ts';
import { enqueueClientMail, enqueueOwnerMails } from './client-mails.ts';

/** A client, or one of its users. */
interface Blockable {
  clientId: number;
  userId: number | null;
}

/**
 * Blocks a client or a user: from the commit on, every call of its sessions is refused with the reason, on all nodes. Links of users
 * who haven't activated their accounts become invalid. Jobs in progress finish.
 *
 * @throws Failure 404
 */
export async function block(deps: Deps, by: ProviderCall, target: Blockable, reason: string): Promise<void> {
  const { clientId, userId } = target;
  await change(deps, by, target, async (trx, now) => {
    const changed = await setBlock(trx, target, reason, now);
    // Who was blocked with this reason before has read the mail.
    if (!changed) return changed;
    await withdrawActivationLinks(trx, target, now);
    if (userId === null) await enqueueOwnerMails(deps, trx, clientId, { kind: 'blocked' });
    else await enqueueClientMail(deps, trx, { kind: 'user-blocked', clientId, userId });
    deps.events.record(trx, clientId, 'access.blocked', { userId });
    return true;
  });
}

/** Ends a block, and the sessions from before it. Only ends are limited: each block is reported by mail. @throws Failure 404; 429 */
export async function unblock(deps: Deps, by: ProviderCall, target: Blockable): Promise<void> {
  const { clientId, userId } = target;
  await change(deps, by, target, async (trx, now) => {
    const changed = await setBlock(trx, target, null, now);
    if (changed === null) return null;
    if (changed) {
      // By who acts, so that one person's calls don't keep another from giving the access back.
      const subject = `client ${clientId}:${userId ?? ''} by ${actorInLog(by.caller)}`;
      await rateLimitNotices(trx, deps, 'unblock', subject);
    }
    const ended = await revokeSessions(trx, clientId, userId, now);
    if (!changed && ended === 0) return false;
    deps.events.record(trx, clientId, 'access.unblocked', { userId });
    return true;
  });
}

/** Ends the sessions of a client or a user. The client or user must exist. */
export async function endSessions(deps: Deps, by: ProviderCall, target: Blockable): Promise<void> {
  const { clientId, userId } = target;
  await change(deps, by, target, async (trx, now) => {
    if ((await revokeSessions(trx, clientId, userId, now)) === 0) return false;
    deps.events.record(trx, clientId, 'access.sessions_ended', { userId });
    return true;
  });
}

const setBlock = (trx: Trx, { clientId, userId }: Blockable, reason: string | null, now: Date) =>
  userId === null ? setClientBlock(trx, clientId, reason, now) : setUserBlock(trx, { clientId, userId }, reason, now);

/** @param work records its fact, and returns whether it changed something; null for an unknown client or user */
async function change(
  { db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>,
  by: ProviderCall,
  { clientId }: Blockable,
  work: (trx: Trx, now: Date) => Promise<boolean | null>,
): Promise<void> {
  await db.withProvider(async (trx) => {
    await holdRights(trx, by);
    const changed = await work(trx, clock());
    if (changed === null) throw new Failure(404, messages.notFound);
    if (changed) invalidateSessions({ bus }, trx, clientId);
  });
}
