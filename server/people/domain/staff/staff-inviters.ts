import type { Trx } from '#server/db/connection.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import { readKeyRights, readStaffRights } from './provider-rights.store.ts';
import { coversRole, type Rights } from './provider-rights.ts';
import { endVouching, lockOpenInvitations, lockWithdrawn, withdrawInvitations } from './staff-inviters.store.ts';

/** Returns the rights that an inviter has now; null without any. */
async function inviterRights(trx: Trx, invitedBy: string): Promise<Rights | null> {
  const [kind, id] = invitedBy.split(' ');
  if (kind === 'staff') {
    const person = await readStaffRights(trx, Number(id));
    return person && !person.suspended ? person : null;
  }
  const key = await readKeyRights(trx, Number(id));
  return key && !key.revoked ? key : null;
}

/**
 * Whether the person or key that sent an invitation may still give its role. A setting, which invites the first administrator, may.
 *
 * @param trx a transaction that has locked the provider's rights
 */
export async function mayStillInvite(trx: Trx, invitedBy: string, role: StaffRole): Promise<boolean> {
  if (invitedBy === 'FIRST_ADMIN') return true;
  const rights = await inviterRights(trx, invitedBy);
  return rights !== null && coversRole(rights, role);
}

/**
 * Withdraws the open invitations to roles that their inviters can't give any more, and ends the links to new passwords that they vouched for:
 * otherwise somebody who lost the access would come back by a link.
 *
 * @param trx a transaction that has locked the provider's rights and changed them
 */
export async function withdrawUncovered(trx: Trx, now: Date): Promise<void> {
  const uncovered: number[] = [];
  for (const { id, invitedBy, role } of await lockOpenInvitations(trx)) {
    if (!(await mayStillInvite(trx, invitedBy, role))) uncovered.push(id);
  }
  if (uncovered.length > 0) await withdrawInvitations(trx, uncovered, now);
  const vouched: number[] = [];
  for (const { id, withdrawnBy, role } of await lockWithdrawn(trx)) {
    if (!(await mayStillInvite(trx, withdrawnBy, role))) vouched.push(id);
  }
  if (vouched.length > 0) await endVouching(trx, vouched);
}
