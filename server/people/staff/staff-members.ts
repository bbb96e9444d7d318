import { changedFields } from '#server/events/changed-fields.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endLinks } from '#server/people/access/password/one-time-token.ts';
import { endSessions } from '#server/people/domain/session-limit.ts';
import { assertCovers, changeRights, mayReadKeys } from '#server/people/domain/staff/provider-rights.ts';
import { endVouching, readActiveKeysOf } from '#server/people/domain/staff/staff-inviters.store.ts';
import { withdrawUncovered } from '#server/people/domain/staff/staff-inviters.ts';
import { actorInLog, type ProviderCaller } from '#server/platform/http/request/caller.ts';
import { staffPrincipal } from '#server/platform/secrets/principal.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { LAST_ADMINISTRATOR, STAFF_ROLE_NAMES, type StaffRole } from '#shared/people/rules/staff-permissions.ts';
import * as calls from '#shared/people/staff.ts';
import {
  lockStaff,
  readActiveAdministrators,
  readStaffList,
  writeStaffRole,
  writeStaffSuspension,
} from './staff.store.ts';
import { staffMails } from './staff-mails.ts';

/** Lists the staff and marks the caller. */
export async function listStaff(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor }: ProviderCaller,
): Promise<calls.StaffMember[]> {
  const rows = await db.withProvider((trx) => readStaffList(trx, { now: clock(), retries: staffMails.retryLimit }));
  return rows.map((row) => ({ ...row, current: actor.kind === 'staff' && actor.id === row.id }));
}

/**
 * Checks that a caller has every permission of a role, which it gives or takes.
 *
 * @throws Failure 403
 */
export function assertMayGrant(caller: ProviderCaller, role: StaffRole): void {
  assertCovers(caller, { role }, `Esta clave no puede dar el rol ${STAFF_ROLE_NAMES[role]}: puede más que la clave`);
}

/**
 * Changes a person's role, or suspends or readmits the person. A role applies from the next call; a suspension ends the sessions.
 * Open invitations of people and keys that can't give the role any more are withdrawn.
 *
 * @returns the active keys that a person created who was suspended or got another role; they stay valid. None for a caller who can't
 *   read keys
 * @throws Failure 404; 403 for a person who has, or would get, a role that the caller can't give; 409 if no active administrator
 *   would remain
 */
export async function changeStaff(
  deps: Deps,
  caller: ProviderCaller,
  id: number,
  { role, suspended }: BodyOf<typeof calls.changeStaff>,
): Promise<string[]> {
  const { clock, log } = deps;
  const keys = await changeRights(deps, caller, calls.changeStaff, async (trx, current) => {
    const now = clock();
    const administrators = await readActiveAdministrators(trx);
    const staff = await lockStaff(trx, id);
    if (!staff) throw new Failure(404, messages.notFound);
    assertMayGrant(current, staff.role);
    if (role !== undefined) assertMayGrant(current, role);
    const loses = (role !== undefined && role !== 'admin') || suspended === true;
    if (loses && administrators.length === 1 && administrators[0] === id) {
      throw new Failure(409, LAST_ADMINISTRATOR);
    }
    if (role !== undefined) await writeStaffRole(trx, id, role);
    if (suspended === true && !staff.suspendedAt) {
      await writeStaffSuspension(trx, id, now);
      await endSessions(deps, trx, staffPrincipal(id), null);
      await endLinks(trx, staffPrincipal(id), now);
      await endVouching(trx, [id]);
    }
    if (suspended === false) await writeStaffSuspension(trx, id, null);
    const values = { ...(role && { role }), ...(suspended !== null && { suspended }) };
    const fields = changedFields({ role: staff.role, suspended: staff.suspendedAt !== null }, values);
    if (fields.length === 0) return [];
    await withdrawUncovered(trx, now);
    deps.events.record(trx, null, 'staff.changed', { id, fields, values });
    return loses && mayReadKeys(current) ? readActiveKeysOf(trx, id, now) : [];
  });
  log.warn({ staffId: id, role, suspended, by: actorInLog(caller) }, 'a member of the staff was changed');
  return keys;
}
