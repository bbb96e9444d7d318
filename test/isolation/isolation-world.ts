import { USER_ROLES } from '#shared/people/rules/permissions.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { putIntoState } from '#test/app/user-states.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import { type Refused, refusedByRole, refusedByState, STATES } from '#test/rights/access-table.ts';
import { type IsolationFixture, startIsolationFixture } from './isolation-fixture.ts';

/** A caller besides an owner, and how the access table refuses its calls. */
export interface OtherCaller {
  name: string;
  token: string;
  refused: (call: string) => Refused | null;
}

/** Clients and their callers, whose rows no job changes. */
export interface IsolationWorld extends IsolationFixture {
  otherCallers: OtherCaller[];
}

/** Creates clients, and a caller of each other role and state. Its clock stands still, so that the URLs of labels stay valid. */
export async function startIsolationWorld(count: number): Promise<IsolationWorld> {
  const fixture = await startIsolationFixture(count);
  const otherCallers = await createOtherCallers(fixture);
  fixture.app.setTime(new Date());
  await endJobs(fixture.app);
  return { ...fixture, otherCallers };
}

/** Adds a user of each other role to the first client, and companies and users in each state. */
async function createOtherCallers({ app, mail, clients }: IsolationFixture): Promise<OtherCaller[]> {
  const [company] = clients as [FullClient];
  const callers: OtherCaller[] = [];
  for (const role of USER_ROLES.filter((one) => one !== 'owner')) {
    const named = { username: `${role}.${company.marker}`, first_name: company.marker, last_name: company.marker };
    const { token } = await addUser(app, mail, company, role, named);
    callers.push({ name: role, token, refused: (call) => refusedByRole(role, call) });
  }
  for (const state of STATES) {
    const { token } = await putIntoState(app, mail, state);
    callers.push({ name: state, token, refused: (call) => refusedByState(state, call) });
  }
  return callers;
}

/**
 * Waits for the jobs that are due, and removes the later ones and the schedules: a payment is polled after a minute, and each poll
 * changes its row.
 */
async function endJobs({ owner }: TestApp): Promise<void> {
  await owner('DELETE FROM pgboss.schedule');
  const open = async () => {
    await owner(`DELETE FROM pgboss.job WHERE state = 'created' AND start_after > now()`);
    return owner(`SELECT FROM pgboss.job WHERE state < 'completed' AND name NOT LIKE '%.dead' LIMIT 1`);
  };
  while ((await open()).length > 0) await new Promise((resolve) => setTimeout(resolve, 25));
}
