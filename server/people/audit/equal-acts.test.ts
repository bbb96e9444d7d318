import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { exportActivity, listActivity } from '#shared/people/activity.ts';
import { saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { blockUser, correctUser, unblockUser } from '#shared/people/staff-client-users.ts';
import { blockClient, unblockClient } from '#shared/people/staff-clients.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { auditedActions } from '#test/callers/audited-actions.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();
afterEach(() => app.setTime(null));

/** Sets the clock to a second of a minute that begins after now. */
const at = (minute: number, second: number) =>
  app.setTime(new Date((Math.ceil(Date.now() / MINUTE_MS) + minute) * MINUTE_MS + second * 1000));

const activity = async ({ token }: Pick<Sender, 'token'>, action: string) =>
  (await app.call(listActivity, { token, query: { limit: '100', filter: { action } } })).body.results;

const download = ({ token }: Pick<Sender, 'token'>) => app.call(exportActivity, { token });

const change = ({ token }: Pick<Sender, 'token'>, email: string, phone: string) =>
  app.call(saveBuyerContact, { token, body: { email, phone } });

test('a write that changes nothing adds no row, and the others name what changed', async () => {
  const sender = await signUp(app, mail);
  at(0, 10);
  for (let n = 0; n < 3; n++) await change(sender, 'hola@example.com', '');
  await change(sender, 'hola@example.com', '1144445555');
  const rows = await activity(sender, 'buyer_contact.change');
  expect(rows.map(({ fields, times }) => [fields, times])).toEqual([
    [['phone'], 1],
    [['email'], 1],
  ]);
});

test('a block with the same reason and a correction to the same values add no row', async () => {
  const sender = await signUp(app, mail);
  const [user] = await app.owner<{ clientId: number; id: number }>(
    'SELECT client_id AS "clientId", id FROM users WHERE username = $1',
    [sender.username],
  );
  const params = { clientId: user?.clientId ?? 0, id: user?.id ?? 0 };
  const reason = { params, body: { reason: 'Firma pendiente' } };
  const data = { params, body: { first_name: 'Zoe' } };
  const staff = createStaffClient(app);
  const before = (await auditedActions(app)).length;
  const calls = [
    () => staff(blockUser, reason),
    () => staff(blockClient, reason),
    () => staff(correctUser, data),
    () => staff(unblockClient, { params }),
    () => staff(unblockUser, { params }),
  ];
  for (const call of calls) for (let n = 0; n < 2; n++) expect((await call()).status).toBe(200);
  expect(await auditedActions(app, before)).toEqual([
    'ops.user.block',
    'ops.client.block',
    'ops.user.correct',
    'ops.client.unblock',
    'ops.user.unblock',
  ]);
});

test('equal acts of a minute are one row with their number', async () => {
  const sender = await signUp(app, mail);
  at(0, 10);
  for (let n = 0; n < 3; n++) await download(sender);
  at(1, 0);
  await download(sender);
  expect((await activity(sender, 'export.activity')).map(({ times }) => times)).toEqual([1, 3]);
});

test('acts of other people and other companies are counted apart, and end the row that counts', async () => {
  const [sender, neighbour] = [await signUp(app, mail), await signUp(app, mail)];
  const colleague = await addUser(app, mail, sender, 'admin');
  at(0, 10);
  for (const who of [sender, neighbour, sender, colleague, sender]) await download(who);
  const rows = await activity(sender, 'export.activity');
  expect(rows.map(({ actor, times }) => [actor.name, times])).toEqual([
    [sender.username, 1],
    [colleague.username, 1],
    [sender.username, 2],
  ]);
  expect((await activity(neighbour, 'export.activity')).map(({ times }) => times)).toEqual([1]);
});

test('an act that somebody else took back in between stays the last one', async () => {
  const sender = await signUp(app, mail);
  const [user] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [
    sender.username,
  ]);
  const params = { clientId: user?.client_id ?? 0 };
  const staff = createStaffClient(app);
  const before = (await auditedActions(app)).length;
  at(0, 10);
  await staff(blockClient, { params, body: { reason: 'Firma pendiente' } });
  await staff(unblockClient, { params });
  await staff(blockClient, { params, body: { reason: 'Otro motivo' } });
  expect(await auditedActions(app, before)).toEqual(['ops.client.block', 'ops.client.unblock', 'ops.client.block']);
});

test('changes of one field add up, and those of others don’t', async () => {
  const sender = await signUp(app, mail);
  at(0, 10);
  for (const phone of ['1144440001', '1144440002', '1144440001', '1144440002']) {
    await change(sender, 'hola@example.com', phone);
  }
  // The first one also added the e-mail.
  expect((await activity(sender, 'buyer_contact.change')).map(({ times }) => times)).toEqual([3, 1]);
});

test('none of concurrent equal acts is lost', async () => {
  const sender = await signUp(app, mail);
  at(0, 10);
  await Promise.all(Array.from({ length: 12 }, () => download(sender)));
  const rows = await activity(sender, 'export.activity');
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(12);
});
