import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorKind, AuditAction } from '#shared/people/rules/activity/audit-actions.ts';

/** Who makes a call. */
export interface Actor {
  kind: ActorKind;
  /** Id of the user, the member of the staff or the key; null for somebody without a session. */
  id: number | null;
  name: string;
}

export const ANONYMOUS: Actor = { kind: 'anonymous', id: null, name: '' };

/** What a call's row in the audit trail says about the call itself. */
export interface AuditContext {
  action: AuditAction;
  actor: Actor;
  /** Network that the call comes from. */
  network: string;
  requestId: string;
  /** Whether a committed transaction of the call has added its row. */
  recorded: boolean;
}

const contexts = new AsyncLocalStorage<AuditContext>();

/** Runs the handler of a call, so that `currentCall` finds the call. */
export function withAuditContext<T>(context: AuditContext, handler: () => T): T {
  return contexts.run(context, handler);
}

/** Returns the running call that the audit trail records; null outside of calls, for example in a job. */
export function currentCall(): AuditContext | null {
  return contexts.getStore() ?? null;
}
