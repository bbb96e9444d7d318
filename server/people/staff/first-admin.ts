import type pg from 'pg';
import { withClusterMutex } from '#server/db/start/cluster-mutex.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findStaff, hasAdministrator, insertStaff, lockStaff, writeStaffRole } from './staff.store.ts';
import { hasOpenInvitation, withdrawOpenInvitation } from './staff-invitation.store.ts';
import { sendInvitation } from './staff-invitation.ts';

/**
 * Invites the administrator of the setting FIRST_ADMIN, as long as nobody has accepted an invitation as administrator. A start after
 * the invitation expired sends a new one. Somebody who was invited with another role becomes an administrator; somebody who accepted
 * keeps the role and the password.
 */
export async function inviteFirstAdmin(deps: Deps, owner: pg.ClientConfig): Promise<void> {
  const { config, db, clock, log } = deps;
  const email = config.FIRST_ADMIN;
  if (!email) return;
  // Nodes that start together send one invitation.
  await withClusterMutex(owner, () =>
    db.withProvider(async (trx) => {
      const now = clock();
      if (await hasAdministrator(trx)) return;
      const id = (await insertStaff(trx, { email, role: 'admin', now })) ?? (await findStaff(trx, email))?.id ?? null;
      const person = id === null ? null : await lockStaff(trx, id);
      if (id === null || !person) return;
      if (person.activatedAt) {
        log.warn({ staffId: id }, 'the person of FIRST_ADMIN has another role already: npm run ops -- cambiar-rol');
        return;
      }
      if (person.role !== 'admin') await writeStaffRole(trx, id, 'admin');
      if (await hasOpenInvitation(trx, id, now)) return;
      // An expired one, which stays open until another replaces it.
      await withdrawOpenInvitation(trx, id, now);
      await sendInvitation(deps, trx, { staffId: id, invitedBy: 'FIRST_ADMIN' });
      log.warn({ staffId: id }, 'the first administrator was invited');
    }),
  );
}
