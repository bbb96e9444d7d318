import type { Deps } from '#server/integrations/deps.ts';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import { activateStaff, findStaff, insertStaff } from './staff.store.ts';

/** A member of the staff of a demonstration. */
export interface DemoStaff {
  email: string;
  name: string;
  role: StaffRole;
  password: string;
}

/** Inserts an active person without an invitation, unless the e-mail is in use. @returns the person's id; null if another call was first */
export async function ensureStaff(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { password, name, ...person }: DemoStaff,
): Promise<number | null> {
  const found = await db.withProvider((trx) => findStaff(trx, person.email));
  if (found) return found.id;
  const passwordHash = await hashPassword(password, { key: 'demonstration', known: true });
  return db.withProvider(async (trx) => {
    const now = clock();
    const id = await insertStaff(trx, { ...person, now });
    if (id !== null) await activateStaff(trx, id, { name, passwordHash, now });
    return id;
  });
}
