import type { Deps } from '#server/integrations/deps.ts';
import type { CallAudit } from '#server/platform/http/mount.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';

/** Connects the mounted calls to the audit trail. */
export function auditCalls({ db, events, refusals }: Pick<Deps, 'db' | 'events' | 'refusals'>): CallAudit<Caller> {
  return {
    actor: ({ userId, username }) => ({ kind: 'user', id: userId, name: username }),
    clientOf: ({ clientId }) => clientId,
    onRefusal: ({ status, ...call }) =>
      refusals.count({ ...call, action: status === 429 ? 'call.throttled' : 'call.refused' }),
    // As the provider: it is no write of the client, whose exports may go on being read from the replica.
    recordExport: ({ clientId }) => db.withProvider(async (trx) => events.record(trx, clientId, 'list.exported')),
  };
}
