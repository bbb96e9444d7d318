import type pg from 'pg';
import { accounts, DEMO_PASSWORD, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { demoTeam } from '#server/demo/demo-team.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { addMember } from '#server/people/access/members.ts';
import { hashPassword } from '#server/platform/secrets/passwords.ts';
import { findAccount } from './seed-account.store.ts';
import { DEMONSTRATION_NETWORK } from './seed-account.ts';

/** Adds the users of the showcase account's company. Idempotent; does nothing before the account exists. */
export async function seedTeam(deps: Deps, owner: pg.ClientBase): Promise<void> {
  const showcase = accounts.find(({ username }) => username === SHOWCASE_USERNAME);
  const company = showcase && (await findAccount(owner, showcase));
  if (!company) return;
  for (const { username, firstName, lastName, role } of demoTeam) {
    if (await findAccount(owner, { username })) continue;
    const passwordHash = await hashPassword(DEMO_PASSWORD, { key: DEMONSTRATION_NETWORK, known: true });
    const member = { username, firstName, lastName, role, passwordHash, phone: '11 5555-0100' };
    const email = `${username}@example.com`;
    const joined = { ...member, email, invitedBy: company.user_id, now: deps.clock() };
    await deps.db.withClient(company.client_id, (trx) =>
      addMember(trx, company.client_id, joined, DEMONSTRATION_NETWORK),
    );
  }
}
