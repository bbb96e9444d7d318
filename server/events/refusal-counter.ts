import type { Database } from '#server/db/database.ts';
import { type Actor, ANONYMOUS } from '#server/platform/audit-context.ts';
import type { Log } from '#server/platform/log.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { AuditAction } from '#shared/people/rules/activity/audit-actions.ts';
import { insertRefusals } from './audit.store.ts';

/** A refused login, a call without permission, or a call over a rate limit. */
export interface Refusal {
  action: Extract<AuditAction, 'session.refused' | 'ops.session.refused' | 'call.refused' | 'call.throttled'>;
  /** The account; null for an unknown one. */
  clientId: number | null;
  actor: Actor;
  /** Method and path of the call as declared. */
  target: string;
  network: string;
}

export interface CountedRefusal extends Refusal {
  times: number;
}

/** Adds refusals to the audit trail: one row a minute for each actor, network, call and kind. */
export interface RefusalCounter {
  count(refusal: Refusal): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  /** Writes what was counted, and stops. */
  stop(): Promise<void>;
}

/** Different refusals of a minute that are counted apart. An attack with more of them is added up by kind. */
const MAX_DIFFERENT = 1000;

/** Creates the counter of a node. It writes once a minute, so that refused calls cost no query. */
export function createRefusalCounter(db: Database, log: Log): RefusalCounter {
  let counted = new Map<string, CountedRefusal>();
  const flush = async () => {
    const refusals = [...counted.values()];
    counted = new Map();
    if (refusals.length === 0) return;
    await db
      .withProvider((trx) => insertRefusals(trx, refusals))
      .catch((error: Error) => log.error({ err: error, refusals: refusals.length }, 'refusals could not be recorded'));
  };
  const timer = setInterval(flush, MINUTE_MS);
  timer.unref();
  return {
    count(refusal) {
      const apart = counted.has(keyOf(refusal)) || counted.size < MAX_DIFFERENT;
      const counting = apart ? refusal : sumOf(refusal);
      const key = keyOf(counting);
      counted.set(key, { ...counting, times: (counted.get(key)?.times ?? 0) + 1 });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

const keyOf = ({ action, clientId, actor, target, network }: Refusal) =>
  [action, clientId, actor.kind, actor.id, target, network].join('\n');

/** Returns what stands for all refusals of a kind that aren't counted apart. */
const sumOf = ({ action }: Refusal): Refusal => ({ action, clientId: null, actor: ANONYMOUS, target: '', network: '' });
