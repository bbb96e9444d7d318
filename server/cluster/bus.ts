import { afterCommit, type Trx } from '#server/db/connection.ts';
import type { HintKind } from '#shared/live.ts';

/** What changed, for those who show it: a kind and an id, never a row. */
export interface Hint {
  /** `session`: sessions of the client were revoked or may do other things. It is for nodes, no portal hears of it. */
  kind: HintKind | 'session';
  /** Numeric id of what changed; null when it is many or all. */
  id: number | null;
}

/** Hears what changed for which client; null is every client, whose portals must read everything again. */
export type Listener = (clientId: number | null, hint: Hint) => void;

/** Tells every node what changed. */
export interface Bus {
  /** Tells it once the transaction is committed; a rolled back one tells nothing. Null is every client. */
  tell(trx: Trx, clientId: number | null, hint: Hint): void;
  /** @returns what ends the listening */
  listen(listener: Listener): () => void;
}

/** Those who listen on this node. They are called after a commit, so they must not throw. */
export function createListeners(): { deliver: Listener; listen: Bus['listen'] } {
  const listeners = new Set<Listener>();
  return {
    deliver: (clientId, hint) => {
      for (const listener of listeners) listener(clientId, hint);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A bus for one process. */
export function createLocalBus(): Bus {
  const { deliver, listen } = createListeners();
  return {
    tell: (trx, clientId, hint) => afterCommit(trx, () => deliver(clientId, hint)),
    listen,
  };
}
