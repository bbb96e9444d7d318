import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { refusalReason, type UserRole } from '#shared/people/rules/permissions.ts';
import * as team from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invite, type Member, userOf } from '#test/fixtures/team-factory.ts';
import { scaled, scaledTimeout } from '#test/test-scale.ts';

const { app, mail } = await sharedApp();

const ROUNDS = scaled(12, 200);

/** Two owners of one company. */
let first: Member;
let second: Member;
beforeAll(async () => {
  const sender = await signUp(app, mail);
  first = { ...sender, id: (await userOf(app, sender, sender.email))?.id ?? 0 };
  second = await addUser(app, mail, sender, 'owner');
});

/** Makes both users active owners again, with the sessions that they had. */
async function restore(): Promise<void> {
  await app.owner(`UPDATE users SET role = 'owner', suspended_at = NULL, removed_at = NULL WHERE id = ANY ($1)`, [
    [first.id, second.id],
  ]);
  await app.owner('UPDATE sessions SET revoked_at = NULL WHERE user_id = ANY ($1)', [[first.id, second.id]]);
  // The session cache keeps refused sessions out, and the events of the race arrive before the next round.
  await Promise.all([first, second].map(({ token }) => app.call(team.readTeam, { token })));
}

const owners = () =>
  app.owner(
    `SELECT FROM users WHERE id = ANY ($1) AND role = 'owner' AND suspended_at IS NULL AND removed_at IS NULL`,
    [[first.id, second.id]],
  );

const WAYS: [name: string, against: (by: Sender, other: Member) => Promise<{ status: number }>][] = [
  ['remove', (by, other) => app.call(team.removeUser, { token: by.token, params: { id: other.id } })],
  ['suspend', (by, other) => app.call(team.suspendUser, { token: by.token, params: { id: other.id } })],
  [
    'demote',
    (by, other) =>
      app.call(team.changeUserRole, { token: by.token, params: { id: other.id }, body: { role: 'viewer' } }),
  ],
];

test.each(WAYS)('when the last two owners %s each other at once, exactly one succeeds', async (_, against) => {
  for (let round = 0; round < ROUNDS; round++) {
    await restore();
    const answers = await Promise.all([against(first, second), against(second, first)]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    expect([401, 403]).toContain(answers.map(({ status }) => status).sort()[1]);
    expect(await owners()).toHaveLength(1);
  }
});

test('when the last two owners leave at once, exactly one can', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await restore();
    const leave = ({ token }: Sender) => app.call(team.leaveTeam, { token, body: { confirmed: true } });
    const answers = await Promise.all([leave(first), leave(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await owners()).toHaveLength(1);
  }
});

test('the database itself refuses the second of two transactions that each take a last owner’s role', async () => {
  const clients = [new pg.Client(app.database.owner), new pg.Client(app.database.owner)] as const;
  await Promise.all(clients.map((client) => client.connect()));
  for (let round = 0; round < ROUNDS; round++) {
    await restore();
    const results = await Promise.allSettled(
      clients.map(async (client, n) => {
        await client.query('BEGIN');
        await client.query(`UPDATE users SET removed_at = current_moment() WHERE id = $1`, [
          n === 0 ? first.id : second.id,
        ]);
        return client.query('COMMIT');
      }),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject({ code: '23514', constraint: 'users_owner' });
    expect(await owners()).toHaveLength(1);
  }
  await Promise.all(clients.map((client) => client.end()));
});

test('of an acceptance and a withdrawal at once, exactly one succeeds', {
  timeout: scaledTimeout(600_000),
}, async () => {
  await restore();
  for (let round = 0; round < ROUNDS; round++) {
    const email = `carrera${round}@example.com`;
    const token = await invite(app, mail, first, { email });
    const { body } = await app.call(team.readTeam, { token: first.token });
    const id = body.invitations.find((one) => one.email === email)?.id ?? 0;
    const answers = await Promise.all([
      app.call(team.acceptInvitation, { body: acceptance(token) }),
      app.call(team.withdrawInvitation, { token: first.token, params: { id } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const user = await userOf(app, first, email);
    expect(user !== undefined).toBe(answers[0]?.status === 200);
    if (user) await app.call(team.removeUser, { token: first.token, params: { id: user.id } });
  }
});

test('an order of a user whose role is lowered at once is created or refused with the reason', async () => {
  await restore();
  const setRole = (role: UserRole) =>
    app.call(team.changeUserRole, { token: first.token, params: { id: second.id }, body: { role } });
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await setRole('operations');
    const order = newOrder();
    const create = () => app.call(createOrder, { token: second.token, body: order });
    const [created] = await Promise.all([create(), setRole('viewer')]);
    if (created.status === 403) refused++;
    else expect(created.status).toBe(200);
    const rows = await app.owner('SELECT FROM orders WHERE order_id = $1', [order.order_id]);
    expect(rows).toHaveLength(created.status === 200 ? 1 : 0);
    const late = await create();
    expect([late.status, late.body.code, late.body.message]).toEqual([
      403,
      'permission_required',
      refusalReason('viewer', 'orders'),
    ]);
  }
  expect(refused).toBeLessThan(ROUNDS);
});

test('one link accepted twice at once creates one user', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `doble${round}@example.com`;
    const token = await invite(app, mail, first, { email });
    const answers = await Promise.all(
      [0, 1, 2].map(() => app.call(team.acceptInvitation, { body: acceptance(token) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await app.owner('SELECT FROM users WHERE email = $1', [email])).toHaveLength(1);
  }
});
