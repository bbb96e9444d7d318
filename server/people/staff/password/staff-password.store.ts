import { execute, run, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { staffHasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';

/** The person of a valid link that sets a password. */
export interface PasswordLink {
  staffId: number;
  email: string;
  name: string;
  role: StaffRole;
  hasFactor: boolean;
  /** Who vouched for the person, as logs name who acts; null for a link that anybody requested. */
  vouchedBy: string | null;
}

const FIND_PASSWORD_LINK: Statement<PasswordLink> = statement(
  'staff-password.find-link',
  `SELECT st.id AS "staffId", st.email, st.name, st.role, ${staffHasFactor('st')} AS "hasFactor",
     CASE WHEN t.purpose = 'vouched-reset' THEN st.withdrawn_by END AS "vouchedBy"
   FROM staff_tokens t JOIN staff st ON st.id = t.staff_id
   WHERE t.hash = $1 AND (t.purpose = 'reset' OR st.withdrawn_by IS NOT NULL) AND t.used_at IS NULL AND t.expires_at > $2
     AND st.activated_at IS NOT NULL AND st.suspended_at IS NULL`,
  { nullable: ['vouchedBy'] },
);

/** Finds a valid link by its token's hash. A suspended person has none. */
export async function findPasswordLink(trx: Trx, hash: Buffer, now: Date): Promise<PasswordLink | null> {
  const [link] = await run(trx, FIND_PASSWORD_LINK, [hash, now]);
  return link ?? null;
}

/** Records who withdrew a person's password and vouches for the person. */
export async function markWithdrawn(trx: Trx, id: number, by: string, now: Date): Promise<void> {
  await execute(trx, 'UPDATE staff SET withdrawn_by = $2, withdrawn_at = $3 WHERE id = $1', [id, by, now]);
}

/**
 * Deletes a person's used and expired links, so that a person has no more rows than mails of the last days.
 *
 * @param vouched also deletes links that somebody vouched for, which a new one replaces
 */
export async function deleteDeadLinks(trx: Trx, staffId: number, now: Date, vouched: boolean): Promise<void> {
  await execute(
    trx,
    `DELETE FROM staff_tokens
     WHERE staff_id = $1 AND (used_at IS NOT NULL OR expires_at <= $2 OR ($3 AND purpose = 'vouched-reset'))`,
    [staffId, now, vouched],
  );
}
