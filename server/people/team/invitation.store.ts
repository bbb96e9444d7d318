import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { bind, type Statement, statement } from '#server/db/statement.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import type { TeamInvitation } from '#shared/people/team.ts';

/** SQL condition of an invitation that was neither accepted nor withdrawn; it may have expired. */
const OPEN = 'accepted_at IS NULL AND withdrawn_at IS NULL';

export interface Invitation {
  id: number;
  email: string;
  role: UserRole;
  invitedBy: number;
  open: boolean;
}

const COLUMNS = `id, email, role, invited_by AS "invitedBy", ${OPEN} AS open`;

const INVITATIONS: Statement<TeamInvitation> = statement(
  'invitation.invitations',
  `SELECT i.id, i.email, i.role, concat_ws(' ', u.first_name, u.last_name) AS invited_by,
      wire_time(i.expires_at) AS expires_at, i.expires_at <= $2 AS expired
    FROM user_invitations i JOIN users u ON u.client_id = i.client_id AND u.id = i.invited_by
    WHERE i.client_id = $1 AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL ORDER BY i.created_at, i.id`,
);

/** Returns the query of the open invitations on the wire. */
export const listInvitations = (clientId: number, now: Date) => bind(INVITATIONS, [clientId, now]);

const READ_OPEN_INVITATIONS: Statement<Invitation> = statement(
  'invitation.read-open-invitations',
  `SELECT ${COLUMNS} FROM user_invitations WHERE client_id = $1 AND ${OPEN}`,
);

export function readOpenInvitations(trx: Trx, clientId: number): Promise<Invitation[]> {
  return run(trx, READ_OPEN_INVITATIONS, [clientId]);
}

const READ_INVITATION: Statement<Invitation> = statement(
  'invitation.read-invitation',
  `SELECT ${COLUMNS} FROM user_invitations WHERE client_id = $1 AND id = $2`,
);

export async function readInvitation(trx: Trx, clientId: number, id: number): Promise<Invitation | null> {
  const [invitation] = await run(trx, READ_INVITATION, [clientId, id]);
  return invitation ?? null;
}

const READ_LINKED_INVITATION: Statement<Invitation> = statement(
  'invitation.read-linked-invitation',
  `SELECT ${COLUMNS} FROM user_invitations i
   WHERE client_id = $1 AND hash = $2 AND ${OPEN} AND expires_at > $3
     AND NOT EXISTS (SELECT FROM users u JOIN clients c ON c.client_id = u.client_id
       WHERE u.client_id = $1 AND u.id = i.invited_by AND (u.blocked_at IS NOT NULL OR c.blocked_at IS NOT NULL))`,
);

/**
 * Reads the open invitation of a link; null for one that expired, and while the provider blocks the company or the inviter: a
 * blocked person must not come back under another name.
 */
export async function readLinkedInvitation(
  trx: Trx,
  clientId: number,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<Invitation | null> {
  const [invitation] = await run(trx, READ_LINKED_INVITATION, [clientId, hash, now]);
  return invitation ?? null;
}

const INSERT_INVITATION = statement(
  'invitation.insert-invitation',
  `INSERT INTO user_invitations (client_id, email, role, invited_by, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

/** Inserts an invitation. @returns its id */
export async function insertInvitation(
  trx: Trx,
  clientId: number,
  invitation: { email: string; role: UserRole; invitedBy: number; now: Date; expiresAt: Date },
): Promise<number> {
  const { email, role, invitedBy, now, expiresAt } = invitation;
  const { id } = await runOne(trx, INSERT_INVITATION, [clientId, email, role, invitedBy, now, expiresAt]);
  return id;
}

/** Starts an invitation's time again, in the name of the user who sends it again. Its earlier link becomes invalid. */
export async function renewInvitation(
  trx: Trx,
  clientId: number,
  id: number,
  { invitedBy, expiresAt }: { invitedBy: number; expiresAt: Date },
): Promise<void> {
  await execute(
    trx,
    'UPDATE user_invitations SET hash = NULL, invited_by = $3, expires_at = $4 WHERE client_id = $1 AND id = $2',
    [clientId, id, invitedBy, expiresAt],
  );
}

/** Marks an invitation as sent. @param hash of the link's token; null if no link was sent */
export async function markSent(trx: Trx, clientId: number, id: number, hash: Buffer | null, now: Date): Promise<void> {
  await execute(trx, 'UPDATE user_invitations SET hash = $3, sent_at = $4 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    hash,
    now,
  ]);
}

export async function markAccepted(trx: Trx, clientId: number, id: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE user_invitations SET accepted_at = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    now,
  ]);
}

export async function markWithdrawn(trx: Trx, clientId: number, id: number, now: Date): Promise<void> {
  await execute(trx, 'UPDATE user_invitations SET withdrawn_at = $3 WHERE client_id = $1 AND id = $2', [
    clientId,
    id,
    now,
  ]);
}

/** Withdraws the open invitations that a user sent, except those to the given roles. */
export async function withdrawInvitationsOf(
  trx: Trx,
  clientId: number,
  { userId, now, keep }: { userId: number; now: Date; keep: readonly UserRole[] },
): Promise<void> {
  await execute(
    trx,
    `UPDATE user_invitations SET withdrawn_at = $3
     WHERE client_id = $1 AND invited_by = $2 AND ${OPEN} AND role <> ALL ($4)`,
    [clientId, userId, now, keep],
  );
}
