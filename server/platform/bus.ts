import { afterCommit, type Trx } from '#server/db/connection.ts';

/** What changed, for those who show it: a kind and an id, never a row. */
export interface Hint {
  kind: 'order' | 'shipment' | 'payment' | 'batch' | 'product' | 'stock' | 'account';
  /** Numeric id of what changed; null when it is many or all. */
  id: number | null;
}

/** Tells a client's open portals what changed. */
export interface Bus {
  /** Tells it once the transaction is committed; a rolled back one tells nothing. */
  tell(trx: Trx, clientId: number, hint: Hint): void;
  /** @returns what ends the listening */
  listen(listener: (clientId: number, hint: Hint) => void): () => void;
}

/** A bus for one process. */
export function createLocalBus(): Bus {
  const listeners = new Set<(clientId: number, hint: Hint) => void>();
  return {
    tell(trx, clientId, hint) {
      afterCommit(trx, () => {
        for (const listener of listeners) listener(clientId, hint);
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
