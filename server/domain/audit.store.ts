import { prepared, queueWrite, type Trx } from '#server/db/connection.ts';
import { type Actor, currentCall } from '#server/platform/audit-context.ts';

/** What a call changed. Contains no secret and no personal value. */
export interface AuditEntry {
  /** Client that the change concerns; null for a change of the provider's own settings. */
  clientId: number | null;
  /** Public id of what was changed: a tracking id, a label, a number. */
  target?: string | number | null;
  /** Names of the changed fields. */
  fields?: readonly string[];
  /** Values that are not personal, such as flags and states. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
  /** Who acts, for a call without a session. */
  actor?: Actor;
}

/** `client_id` of rows that concern no client. */
const NO_CLIENT = 0;

const INSERT = prepared(
  'audit_insert',
  `INSERT INTO audit_log (client_id, actor_kind, actor_id, actor_name, action, target, fields, details, network, request_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/**
 * Adds the running call to the audit trail, in the transaction of its change and in the round trip of its commit. Does nothing
 * in jobs, which act for a call that is recorded already.
 */
export function recordAudit(trx: Trx, { clientId, target = null, fields = [], details, actor }: AuditEntry): void {
  const call = currentCall();
  if (!call) return;
  const { kind, id, name } = actor ?? call.actor;
  queueWrite(trx, INSERT, [
    clientId ?? NO_CLIENT,
    kind,
    id,
    name,
    call.action,
    target === null ? null : String(target),
    fields,
    details ? JSON.stringify(details) : null,
    call.network,
    call.requestId,
  ]);
}
