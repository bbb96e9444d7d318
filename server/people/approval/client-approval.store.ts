import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

// All functions run in a transaction of the role `provider`.

/** A locked client. */
export interface LockedClient {
  razon_social: string;
  nombre_empresa: string;
  cuit: string;
  approved: boolean;
  rejected: boolean;
  /** Time of the approval or rejection. */
  decidedAt: Date | null;
  /** Whether a user activated the account. */
  activated: boolean;
}

const LOCK_CLIENT: Statement<LockedClient> = statement(
  'client-approval.lock-client',
  `SELECT razon_social, nombre_empresa, cuit, approved_at IS NOT NULL AS approved, rejected_at IS NOT NULL AS rejected,
     coalesce(approved_at, rejected_at) AS "decidedAt",
     EXISTS (SELECT FROM users u WHERE u.client_id = c.client_id AND u.activated_at IS NOT NULL AND u.removed_at IS NULL)
       AS activated
   FROM clients c WHERE client_id = $1 FOR NO KEY UPDATE`,
  { nullable: ['decidedAt'] },
);

/** Locks and reads a client; null for an unknown one. */
export async function lockClient(trx: Trx, clientId: number): Promise<LockedClient | null> {
  const [client] = await run(trx, LOCK_CLIENT, [clientId]);
  return client ?? null;
}

const LOCK_CUIT = statement(
  'client-approval.lock-cuit',
  'SELECT nombre_empresa AS name FROM clients WHERE cuit = $2 AND client_id <> $1 AND approved_at IS NOT NULL LIMIT 1',
);

/**
 * Locks a CUIT until the transaction ends, and returns the name of another approved client with it, or null. Only a transaction that
 * locked its own client may call it, so that the order of the locks is always the same.
 */
export async function lockCuit(trx: Trx, clientId: number, cuit: string): Promise<string | null> {
  await execute(trx, `SELECT pg_advisory_xact_lock(hashtextextended('cuit', $1::bigint))`, [cuit]);
  const [other] = await run(trx, LOCK_CUIT, [clientId, cuit]);
  return other?.name ?? null;
}

export async function setApproved(trx: Trx, clientId: number, now: Date): Promise<void> {
  await execute(
    trx,
    'UPDATE clients SET approved_at = $2, rejected_at = NULL, rejection_reason = NULL WHERE client_id = $1',
    [clientId, now],
  );
}

export async function setRejected(trx: Trx, clientId: number, reason: string, now: Date): Promise<void> {
  await execute(trx, 'UPDATE clients SET rejected_at = $3, rejection_reason = $2 WHERE client_id = $1', [
    clientId,
    reason,
    now,
  ]);
}

/** Makes a client's registration wait again. */
export async function clearDecision(trx: Trx, clientId: number): Promise<void> {
  await execute(
    trx,
    'UPDATE clients SET approved_at = NULL, rejected_at = NULL, rejection_reason = NULL WHERE client_id = $1',
    [clientId],
  );
}

const HAS_ORDERS = statement(
  'client-approval.has-orders',
  'SELECT EXISTS (SELECT FROM orders WHERE client_id = $1) AS found',
);

/** Returns whether a client has created an order. */
export async function hasOrders(trx: Trx, clientId: number): Promise<boolean> {
  const [row] = await run(trx, HAS_ORDERS, [clientId]);
  return row?.found ?? false;
}

/** Replaces names and CUIT of a client. */
export async function updateClientData(
  trx: Trx,
  clientId: number,
  { razon_social, nombre_empresa, cuit }: Pick<LockedClient, 'razon_social' | 'nombre_empresa' | 'cuit'>,
): Promise<void> {
  await execute(trx, 'UPDATE clients SET razon_social = $2, nombre_empresa = $3, cuit = $4 WHERE client_id = $1', [
    clientId,
    razon_social,
    nombre_empresa,
    cuit,
  ]);
}

const ACTIVE_OWNERS = statement(
  'client-approval.active-owners',
  `SELECT id FROM users WHERE client_id = $1 AND role = 'owner' AND activated_at IS NOT NULL AND removed_at IS NULL
   AND suspended_at IS NULL ORDER BY id`,
);

/** Returns the ids of the owners with an activated account. */
export async function activeOwners(trx: Trx, clientId: number): Promise<number[]> {
  const rows = await run(trx, ACTIVE_OWNERS, [clientId]);
  return rows.map(({ id }) => id);
}
