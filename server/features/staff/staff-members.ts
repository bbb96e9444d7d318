import { recordAudit } from '#server/domain/audit.store.ts';
import type { Deps } from '#server/domain/deps.ts';
import { actorInLog, type Operator } from '#server/platform/http/caller.ts';
import type { BodyOf } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type * as calls from '#shared/ops/staff.ts';
import { STAFF_ROLE_NAMES, type StaffRole, staffPermissions } from '#shared/rules/staff-permissions.ts';
import {
  lockActiveAdministrators,
  lockStaff,
  readStaffList,
  writeStaffRole,
  writeStaffSuspension,
} from './staff.store.ts';
import { revokeSessions } from './staff-session.store.ts';

/** Lists the staff and marks the caller. */
export async function listStaff({ db, clock }: Deps, { actor }: Operator): Promise<calls.StaffMember[]> {
  const rows = await db.withOperator((trx) => readStaffList(trx, clock()));
  return rows.map((row) => ({ ...row, current: actor.kind === 'staff' && actor.id === row.id }));
}

const permissionRequired = (message: string) => new Failure(403, message, [], { code: 'permission_required' });

/**
 * Checks that a caller may give a role. A person who may manage the staff may give every role; a key only roles whose permissions
 * it has, and none if it is limited to networks or a last day, because the person would outlast these limits.
 *
 * @throws Failure 403
 */
export function assertMayGrant(operator: Operator, role: StaffRole): void {
  if ('role' in operator) return;
  const { scopes, restricted } = operator;
  if (restricted) throw permissionRequired('Una clave con vencimiento o limitada a redes no puede dar roles');
  if (scopes && !staffPermissions(role).every((permission) => scopes.includes(permission))) {
    throw permissionRequired(`Esta clave no puede dar el rol ${STAFF_ROLE_NAMES[role]}: puede más que la clave`);
  }
}

/**
 * Changes a person's role, or suspends or readmits the person. A role applies from the next call; a suspension ends the sessions.
 *
 * @throws Failure 404; 403 for a person who has, or would get, a role that the caller can't give; 409 if no active administrator
 *   would remain
 */
export async function changeStaff(
  deps: Deps,
  operator: Operator,
  id: number,
  { role, suspended }: BodyOf<typeof calls.changeStaff>,
): Promise<void> {
  const { db, clock, log } = deps;
  await db.withOperator(async (trx) => {
    const now = clock();
    // Locked first, so that two administrators who remove each other wait for each other.
    const administrators = await lockActiveAdministrators(trx);
    const staff = await lockStaff(trx, id);
    if (!staff) throw new Failure(404, messages.notFound);
    assertMayGrant(operator, staff.role);
    if (role !== undefined) assertMayGrant(operator, role);
    const loses = (role !== undefined && role !== 'admin') || suspended === true;
    if (loses && administrators.length === 1 && administrators[0] === id) {
      throw new Failure(409, 'Es el único administrador activo. Primero nombrá a otro');
    }
    if (role !== undefined) await writeStaffRole(trx, id, role);
    if (suspended === true && !staff.suspendedAt) {
      await writeStaffSuspension(trx, id, now);
      await revokeSessions(trx, id, { except: null, now });
    }
    if (suspended === false) await writeStaffSuspension(trx, id, null);
    const details = { ...(role && { role }), ...(suspended !== null && { suspended }) };
    recordAudit(trx, { clientId: null, target: id, fields: Object.keys(details), details });
  });
  log.warn({ staffId: id, role, suspended, by: actorInLog(operator) }, 'a member of the staff was changed');
}
