import { execute, run, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import { hasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import type { TeamUser } from '#shared/people/team.ts';

/** A user who belongs to the company. */
export interface Member {
  id: number;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: UserRole;
  suspendedAt: Date | null;
}

const READ_MEMBERS: Statement<Member> = statement(
  'team.read-members',
  `SELECT id, username, email, first_name AS "firstName", last_name AS "lastName", role, suspended_at AS "suspendedAt"
   FROM users WHERE client_id = $1 AND removed_at IS NULL ORDER BY created_at, id`,
);

/** Reads the company's users, first the one who registered it. */
function readMembers(trx: Trx, clientId: number): Promise<Member[]> {
  return run(trx, READ_MEMBERS, [clientId]);
}

/**
 * Locks the company's row and reads its users. Every change of users and invitations locks it first, so changes of one company
 * don't overlap.
 */
export async function lockTeam(trx: Trx, clientId: number): Promise<Member[]> {
  await execute(trx, 'SELECT FROM clients WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
  return readMembers(trx, clientId);
}

const REQUIREMENT = statement(
  'team.requirement',
  'SELECT wire_time(factor_required_from) AS required_from FROM clients WHERE client_id = $1',
  { nullable: ['required_from'] },
);

/** Returns the query of the requirement of a second factor, on the wire. */
export const queryRequirement = (clientId: number) => bind(REQUIREMENT, [clientId]);

const USERS: Statement<TeamUser & { second_factor: boolean }> = statement(
  'team.users',
  `SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.role,
      CASE WHEN u.suspended_at IS NULL THEN 'active' ELSE 'suspended' END AS state, u.blocked_at IS NOT NULL AS blocked,
      ${hasFactor('u')} AS second_factor,
      wire_time(s.last_seen_at) AS last_seen, u.id = $2 AS me
    FROM users u
    LEFT JOIN (SELECT user_id, max(last_seen_at) AS last_seen_at FROM sessions WHERE client_id = $1 GROUP BY user_id) s
      ON s.user_id = u.id
    WHERE u.client_id = $1 AND u.removed_at IS NULL ORDER BY u.created_at, u.id`,
  { nullable: ['last_seen'] },
);

/** Returns the query of the users on the wire. */
export const listUsers = (clientId: number, me: number) => bind(USERS, [clientId, me]);

export async function setRole(trx: Trx, clientId: number, id: number, role: UserRole): Promise<void> {
  await execute(trx, 'UPDATE users SET role = $3 WHERE client_id = $1 AND id = $2', [clientId, id, role]);
}

/** Suspends a user, or ends the suspension with null. */
export async function setSuspended(trx: Trx, clientId: number, id: number, at: Date | null): Promise<void> {
  await execute(trx, 'UPDATE users SET suspended_at = $3 WHERE client_id = $1 AND id = $2', [clientId, id, at]);
}

/** Removes a user from the company and replaces the password by a hash that matches none. The row stays. */
export async function setRemoved(
  trx: Trx,
  clientId: number,
  id: number,
  { now, unusableHash }: { now: Date; unusableHash: string },
): Promise<void> {
  await execute(trx, 'UPDATE users SET removed_at = $3, password_hash = $4 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    now,
    unusableHash,
  ]);
}

/** Masks name, e-mail and phone of a removed user. Does nothing for a masked one. */
export async function maskUser(trx: Trx, id: number, word: string, now: Date): Promise<void> {
  await execute(trx, 'SELECT mask_user($1, $2, $3)', [id, word, now]);
}

const IS_MASKED = statement(
  'team.is-masked',
  'SELECT masked_at IS NOT NULL AS masked FROM users WHERE client_id = $1 AND id = $2',
);

/** Returns whether a user of the company, who may have been removed, is masked; null for an unknown one. */
export async function isMasked(trx: Trx, clientId: number, id: number): Promise<boolean | null> {
  const [user] = await run(trx, IS_MASKED, [clientId, id]);
  return user?.masked ?? null;
}

/** A user of the company, whether or not removed, as mails name the user. */
export interface MailedUser {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: UserRole;
  activatedAt: Date | null;
  removedAt: Date | null;
}

const READ_MAILED_USER: Statement<MailedUser> = statement(
  'team.read-mailed-user',
  `SELECT username, email, first_name AS "firstName", last_name AS "lastName", role, activated_at AS "activatedAt",
     removed_at AS "removedAt"
   FROM users WHERE client_id = $1 AND id = $2 AND masked_at IS NULL`,
);

/** Reads a user for a mail; null for a masked one, who has no address. */
export async function readMailedUser(trx: Trx, clientId: number, id: number): Promise<MailedUser | null> {
  const [user] = await run(trx, READ_MAILED_USER, [clientId, id]);
  return user ?? null;
}

const READ_COMPANY = statement(
  'team.read-company',
  `SELECT coalesce(nullif(nombre_empresa, ''), razon_social) AS name FROM clients WHERE client_id = $1`,
);

/** Reads the company's name: its brand name or else its legal name (readings C5). */
export async function readCompany(trx: Trx, clientId: number): Promise<string> {
  const [company] = await run(trx, READ_COMPANY, [clientId]);
  return company?.name ?? '';
}
