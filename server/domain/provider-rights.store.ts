import { run, type Trx } from '#server/db/connection.ts';
import type { StaffPermission, StaffRole } from '#shared/rules/staff-permissions.ts';

/** Locks the rights of the provider's people and keys until the transaction ends. */
export async function lockRights(trx: Trx): Promise<void> {
  await run(trx, `SELECT pg_advisory_xact_lock(hashtextextended('provider rights', 0))`);
}

/** Locks the rights against changes until the transaction ends. Other transactions may hold them at the same time. */
export async function shareRights(trx: Trx): Promise<void> {
  await run(trx, `SELECT pg_advisory_xact_lock_shared(hashtextextended('provider rights', 0))`);
}

/** Runs reads of the provider's tables also in the transaction of a client, which hides them. */
export async function asProvider<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const [{ role } = { role: '' }] = await run<{ role: string }>(trx, 'SELECT current_user AS role');
  if (role === 'provider') return work();
  await run(trx, 'SET LOCAL ROLE provider');
  const result = await work();
  await run(trx, 'SET LOCAL ROLE app');
  return result;
}

/** Reads the role of a person. @returns null if there is no such person */
export async function readStaffRights(trx: Trx, id: number): Promise<{ role: StaffRole; suspended: boolean } | null> {
  const [row] = await run<{ role: StaffRole; suspended: boolean }>(
    trx,
    'SELECT role, suspended_at IS NOT NULL AS suspended FROM staff WHERE id = $1',
    [id],
  );
  return row ?? null;
}

/** What a key may do. */
interface KeyRights {
  /** Permissions that the key is limited to; null for all. */
  scopes: StaffPermission[] | null;
  /** Whether the key is limited to networks or a last day. */
  restricted: boolean;
  revoked: boolean;
}

/** Reads the limits of a key. @returns null if there is no such key */
export async function readKeyRights(trx: Trx, id: number): Promise<KeyRights | null> {
  const [row] = await run<KeyRights>(
    trx,
    `SELECT scopes, networks IS NOT NULL OR expires_on IS NOT NULL AS restricted, revoked_at IS NOT NULL AS revoked
     FROM operator_keys WHERE id = $1`,
    [id],
  );
  return row ?? null;
}
