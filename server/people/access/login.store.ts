import { runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { Device } from './session/device.ts';
import { termsAccepted } from './terms.store.ts';

export interface NewSession extends UserKey {
  sessionId: string;
  /** Epoch of the compared password. A session with an older epoch than its user's is invalid. */
  passwordEpoch: number;
  now: Date;
  expiresAt: Date;
  device: Pick<Device, 'name' | 'network'>;
  /** When the second step was done, and when a code was given; null if neither was. */
  factorAt: Date | null;
  codeAt: Date | null;
}

/** Claims of the token that the portal reads (D1 §3). */
export interface LoginClaims {
  username: string;
  terms_accepted: boolean;
  prepago: boolean;
  logistica_inversa: boolean;
  default_format: string;
}

const INSERT: Statement<LoginClaims> = statement(
  'login.insert',
  `
  WITH session AS (
    INSERT INTO sessions (client_id, id, user_id, password_epoch, created_at, last_seen_at, expires_at, device, network,
      factor_at, code_at)
    VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)
  )
  SELECT u.username, c.prepago, c.logistica_inversa, coalesce(p.default_format, 'pdf') AS default_format,
    ${termsAccepted('$5')} AS terms_accepted
  FROM users u
  JOIN clients c ON c.client_id = u.client_id
  LEFT JOIN print_configs p ON p.client_id = u.client_id
  WHERE u.client_id = $1 AND u.id = $3`,
);

/**
 * Inserts a session. If the password changed after it was compared, the session's epoch is outdated and the session
 * invalid.
 */
export async function insertSession(trx: Trx, session: NewSession): Promise<LoginClaims> {
  const { clientId, sessionId, userId, passwordEpoch, now, expiresAt, device, factorAt, codeAt } = session;
  return runOne(trx, INSERT, [
    clientId,
    sessionId,
    userId,
    passwordEpoch,
    now,
    expiresAt,
    device.name,
    device.network,
    factorAt,
    codeAt,
  ]);
}
