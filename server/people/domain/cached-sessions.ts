import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';

/**
 * Invalidates the cached sessions of a client after they were revoked or their permissions changed. Takes effect after the commit: at once
 * on this node, by a change event on other nodes, and within five seconds at the latest.
 */
export const invalidateSessions = ({ bus }: Pick<Deps, 'bus'>, trx: Trx, clientId: number): void =>
  bus.publish(trx, clientId, { kind: 'session', id: null });

/** Invalidates the cached sessions of all clients; their portals read everything again (`resync`). */
export const invalidateAllSessions = ({ bus }: Pick<Deps, 'bus'>, trx: Trx): void =>
  bus.publish(trx, null, { kind: 'resync', id: null });
