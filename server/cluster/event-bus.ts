import { afterCommit, type Trx } from '#server/db/connection.ts';
import type { ChangeKind } from '#shared/kit/change-events.ts';

/** A change event: a kind and an id, never a row. Receivers read the row themselves. */
export interface BusEvent {
  /** `session`: sessions of the client were revoked, or their permissions changed. For nodes only, not sent to portals. */
  kind: ChangeKind | 'session';
  /** Id of the changed row; null for many or all rows. */
  id: number | null;
}

/** Receives the change events of a client. A null `clientId` means all clients: their portals must refetch everything. */
export type ChangeListener = (clientId: number | null, event: BusEvent) => void;

/** Delivers change events to all nodes. */
export interface EventBus {
  /** Publishes an event after the transaction's commit; a rollback publishes nothing. A null `clientId` means all clients. */
  publish(trx: Trx, clientId: number | null, event: BusEvent): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: ChangeListener): () => void;
}

/** Creates the list of this node's subscribers. They are called after a commit, so they must not throw. */
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

/** Creates an event bus for a single process. */
export function createLocalEventBus(): EventBus {
  const { notifySubscribers, subscribe } = createSubscribers();
  return {
    publish: (trx, clientId, event) => afterCommit(trx, () => notifySubscribers(clientId, event)),
    subscribe,
  };
}
