import { afterCommit, type Trx } from '#server/db/connection.ts';
import type { ChangeKind } from '#shared/change-events.ts';

/** What changed, for those who show it: a kind and an id, never a row. */
export interface BusEvent {
  /** `session`: sessions of the client were revoked or may do other things. It is for nodes, no portal hears of it. */
  kind: ChangeKind | 'session';
  /** Numeric id of what changed; null when it is many or all. */
  id: number | null;
}

/** Hears what changed for which client; null is every client, whose portals must read everything again. */
export type ChangeListener = (clientId: number | null, event: BusEvent) => void;

/** Tells every node what changed. */
export interface EventBus {
  /** Tells it once the transaction is committed; a rolled back one tells nothing. Null is every client. */
  publish(trx: Trx, clientId: number | null, event: BusEvent): void;
  /** @returns what ends the listening */
  subscribe(listener: ChangeListener): () => void;
}

/** Those who subscribe on this node. They are called after a commit, so they must not throw. */
export function createSubscribers(): { notifySubscribers: ChangeListener; subscribe: EventBus['subscribe'] } {
  const listeners = new Set<ChangeListener>();
  return {
    notifySubscribers: (clientId, event) => {
      for (const listener of listeners) listener(clientId, event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A bus for one process. */
export function createLocalEventBus(): EventBus {
  const { notifySubscribers, subscribe } = createSubscribers();
  return {
    publish: (trx, clientId, event) => afterCommit(trx, () => notifySubscribers(clientId, event)),
    subscribe,
  };
}
