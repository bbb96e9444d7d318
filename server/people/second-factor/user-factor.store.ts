import { execute, type Trx } from '#server/db/connection.ts';
import { bind, statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';

const FACTOR = statement(
  'user-factor.factor',
  `SELECT
      (SELECT wire_time(min(confirmed_at)) FROM user_factors WHERE client_id = $1 AND user_id = $2) AS since,
      (SELECT count(*)::integer FROM user_backup_codes
       WHERE client_id = $1 AND user_id = $2 AND used_at IS NULL AND expires_at IS NULL) AS backup_codes,
      (SELECT wire_time(factor_required_from) FROM clients WHERE client_id = $1) AS required_from`,
  { nullable: ['since', 'required_from'] },
);

/** Returns the query of a user's second factor on the wire: one row. */
export const queryFactor = ({ clientId, userId }: UserKey) => bind(FACTOR, [clientId, userId]);

/** Returns whether the company requires a second factor of its users, now or soon. */
export async function isFactorRequired(trx: Trx, clientId: number): Promise<boolean> {
  const required = await execute(trx, 'SELECT FROM clients WHERE client_id = $1 AND factor_required_from IS NOT NULL', [
    clientId,
  ]);
  return required > 0;
}
