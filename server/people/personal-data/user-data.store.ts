import { run, type Trx } from '#server/db/connection.ts';
import { microsecondsSql, type RowPosition, timeSql } from '#server/db/list/row-position.ts';
import { bind, type Read, type Statement, statement } from '#server/db/statement.ts';

const READ_USER_DATA: Statement<{ data: Record<string, unknown> }> = statement(
  'user-data.read-user-data',
  `SELECT json_build_object('Usuario', u.username, 'Nombre', u.first_name, 'Apellido', u.last_name, 'Email', u.email,
     'Teléfono', u.phone, 'Rol', u.role, 'Creación', wire_time(u.created_at), 'Activación', wire_time(u.activated_at),
     'Suspensión', wire_time(u.suspended_at), 'Baja', wire_time(u.removed_at), 'Bloqueo', wire_time(u.blocked_at),
     'Motivo del bloqueo', u.blocked_reason,
     'Segundo paso desde', (SELECT wire_time(min(f.confirmed_at)) FROM user_factors f WHERE f.client_id = $1 AND f.user_id = $2),
     'Llaves de acceso', (SELECT coalesce(json_agg(f.name ORDER BY f.id), '[]') FROM user_factors f
       WHERE f.client_id = $1 AND f.user_id = $2 AND f.kind = 'passkey'),
     'Empresa', (SELECT c.razon_social FROM clients c WHERE c.client_id = $1)) AS data
   FROM users u WHERE u.client_id = $1 AND u.id = $2`,
);

/** Data about a user, with the keys of the export. Removed users are included; masked ones have nothing left. */
export async function readUserData(
  trx: Trx,
  clientId: number,
  userId: number,
): Promise<Record<string, unknown> | null> {
  const [row] = await run(trx, READ_USER_DATA, [clientId, userId]);
  return row?.data ?? null;
}

/** Sessions of one response. Older ones are deleted a day after they expire. */
const MAX_SESSIONS = 1000;

const READ_USER_SESSIONS: Statement<{ session: unknown }> = statement(
  'user-data.read-user-sessions',
  `SELECT json_build_object('Ingreso', wire_time(created_at), 'Último uso', wire_time(last_seen_at),
     'Vence', wire_time(expires_at), 'Cierre', wire_time(revoked_at), 'Dispositivo', device, 'Red', network) AS session
   FROM sessions WHERE client_id = $1 AND user_id = $2 ORDER BY created_at DESC LIMIT ${MAX_SESSIONS}`,
);

/** Reads the sessions of a user that aren't deleted yet, newest first, with the keys of the export. */
export async function readUserSessions(trx: Trx, clientId: number, userId: number): Promise<unknown[]> {
  const rows = await run(trx, READ_USER_SESSIONS, [clientId, userId]);
  return rows.map(({ session }) => session);
}

/** A row of the audit trail that the user wrote. */
export interface UserAction extends RowPosition {
  at: string;
  action: string;
  target: string | null;
  network: string;
  /** How often, within a minute. */
  times: number;
}

const USER_ACTIONS: Statement<UserAction> = statement(
  'user-data.user-actions',
  `SELECT l.id, wire_time(l.at) AS at, ${microsecondsSql('l.at')} AS at_us, l.action, l.target, l.network, l.times
   FROM audit_log l
   WHERE l.client_id = $1 AND l.actor_kind = 'user' AND l.actor_id = $2
     AND (l.at, l.id) > (${timeSql('$3')}, $4)
   ORDER BY l.at, l.id LIMIT $5`,
);

/** Returns the statement of the next rows that a user wrote. */
export function userActions(
  clientId: number,
  userId: number,
  { after, limit }: { after: RowPosition; limit: number },
): Read<UserAction> {
  return bind(USER_ACTIONS, [clientId, userId, after.at_us, after.id, limit]);
}

/** Reads the next rows of the audit trail that a user wrote, oldest first. */
export function readUserActions(
  trx: Trx,
  clientId: number,
  userId: number,
  { after, limit }: { after: RowPosition; limit: number },
): Promise<UserAction[]> {
  return run(trx, USER_ACTIONS, [clientId, userId, after.at_us, after.id, limit]);
}
