import { blockUser } from '#shared/people/staff-client-users.ts';
import { blockClient } from '#shared/people/staff-clients.ts';
import { suspendUser } from '#shared/people/team.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { BLOCK_REASON } from '#test/rights/access-cases.ts';
import type { State } from '#test/rights/access-table.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';
import { clientIdOf } from './client-id.ts';
import type { TestApp } from './test-app.ts';

/** Registers a company and puts it, an administrator of it, or the owner's session into a state. @returns the token of the owner or administrator */
export async function putIntoState(app: TestApp, mail: FakeMailServer, state: State): Promise<{ token: string }> {
  const owner = await signUp(app, mail);
  const user = state.endsWith('user') ? await addUser(app, mail, owner, 'admin') : owner;
  const clientId = await clientIdOf(app, owner);
  const staff = createStaffClient(app);
  const body = { reason: BLOCK_REASON };
  // A blocked company that isn't approved either reads the reason of the block.
  if (state === 'unapproved' || state === 'blocked') {
    await app.owner('UPDATE clients SET approved_at = NULL WHERE client_id = $1', [clientId]);
  }
  if (state === 'blocked') await staff(blockClient, { params: { clientId }, body });
  if (state === 'half session') {
    await setUpFactor(app, owner);
    return { token: await logInHalf(app, owner) };
  }
  if (state === 'without a required factor') {
    await app.owner(`UPDATE clients SET factor_required_from = '2020-01-01' WHERE client_id = $1`, [clientId]);
  }
  if ('id' in user) {
    const params = { clientId, id: user.id };
    if (state === 'blocked user') await staff(blockUser, { params, body });
    else await app.call(suspendUser, { token: owner.token, params });
  }
  await invalidateSessions(app);
  return user;
}

/** Invalidates the cached sessions of all clients, so that the next call reads rows that a test has changed. */
export async function invalidateSessions({ server }: TestApp): Promise<void> {
  const { db, bus } = server.deps;
  await db.withProvider(async (trx) => bus.publish(trx, null, { kind: 'resync', id: null }));
}
