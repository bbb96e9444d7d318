import { runOne, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';

/** A user who accepted an invitation. */
export interface NewMember {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  passwordHash: string;
  role: UserRole;
  invitedBy: number;
  now: Date;
}

const INSERT_MEMBER = statement(
  'member.insert-member',
  `INSERT INTO users (client_id, username, email, first_name, last_name, phone, password_hash, role, invited_by,
     activated_at, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id`,
);

/** Inserts an active user of a company. @returns the user's id */
export async function insertMember(trx: Trx, clientId: number, member: NewMember): Promise<number> {
  const { username, email, firstName, lastName, phone, passwordHash, role, invitedBy, now } = member;
  const { id } = await runOne(trx, INSERT_MEMBER, [
    clientId,
    username,
    email,
    firstName,
    lastName,
    phone,
    passwordHash,
    role,
    invitedBy,
    now,
  ]);
  return id;
}
