import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/kit/time-units.ts';
import * as access from '#shared/people/access.ts';
import * as account from '#shared/people/account.ts';
import * as calls from '#shared/people/email-change.ts';
import { listSessions } from '#shared/people/sessions.ts';
import { correctUser } from '#shared/people/staff-client-users.ts';
import { suspendUser } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { AS_WRITTEN, auditedActions } from '#test/callers/audited-actions.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { addUser, mailAbout } from '#test/fixtures/team-factory.ts';
import { requestChange } from '#test/inputs/session-inputs.ts';

const { app, mail } = await sharedApp();

afterAll(async () => {
  app?.setTime(null);
});

const open = (token: string) => app.call(calls.openEmailChange, { body: { token } });
const confirm = (token: string) => app.call(calls.confirmEmailChange, { body: { token } });
const withdraw = (token: string) => app.call(calls.withdrawEmailChange, { body: { token } });
const ask = ({ token, password }: Sender, email: string, currentPassword = password) =>
  app.call(calls.requestEmailChange, { token, body: { email, currentPassword } });
const pending = async ({ token }: Sender) => (await app.call(calls.readEmailChange, { token })).body.results;
const emailOf = async ({ token }: Sender) => (await app.call(account.currentUser, { token })).body.results.email;
/** Returns the user name that the directory finds by an address; null for none. */
async function ownerOf(email: string): Promise<string | null> {
  const [row] = await app.owner<{ username: string }>(
    'SELECT u.username FROM find_user_by_email($1) f JOIN users u ON u.client_id = f.client_id AND u.id = f.user_id',
    [email],
  );
  return row?.username ?? null;
}

test.each([
  ['the old address first', ['oldToken', 'newToken']],
  ['the new address first', ['newToken', 'oldToken']],
] as const)('both addresses confirm, %s: then the e-mail changes, and open sessions stay', async (_, [one, two]) => {
  const sender = await signUp(app, mail);
  const other = await logIn(app, sender.username, sender.password);
  const change = await requestChange(app, mail, sender);
  expect(await pending(sender)).toMatchObject({ email: change.email, old_confirmed: false, new_confirmed: false });
  expect((await open(change[one])).body.results.email).toBe(change.email);

  expect((await confirm(change[one])).body.results).toEqual({ done: false });
  expect(await pending(sender)).toMatchObject({
    old_confirmed: one === 'oldToken',
    new_confirmed: one === 'newToken',
  });
  expect(await emailOf(sender)).toBe(sender.email);
  expect((await confirm(change[one])).status).toBe(422);

  expect((await confirm(change[two])).body.results).toEqual({ done: true });
  expect(await emailOf(sender)).toBe(change.email);
  expect(await pending(sender)).toBeNull();
  expect([await ownerOf(change.email), await ownerOf(sender.email)]).toEqual([sender.username, null]);
  for (const token of [sender.token, other]) expect((await app.call(listSessions, { token })).status).toBe(200);
  for (const token of [change.oldToken, change.newToken]) {
    expect((await open(token)).status).toBe(422);
    expect((await confirm(token)).status).toBe(422);
  }
});

test('the mail to the new address contains nothing about the account', async () => {
  const sender = await signUp(app, mail);
  const { email } = await requestChange(app, mail, sender);
  const { text } = await mailAbout(mail, email, 'Confirmá tu email nuevo');
  for (const word of [sender.username, sender.email, 'Ana', 'Mates']) expect(text).not.toContain(word);
});

test('the link of the old address withdraws the change, that of the new one doesn’t', async () => {
  const sender = await signUp(app, mail);
  const change = await requestChange(app, mail, sender);
  expect((await withdraw(change.newToken)).status).toBe(422);
  expect((await withdraw(change.oldToken)).status).toBe(200);
  expect(await pending(sender)).toBeNull();
  expect((await confirm(change.newToken)).status).toBe(422);
  expect(await emailOf(sender)).toBe(sender.email);
});

test('a wrong password is refused, and after five wrong ones the next attempt waits', async () => {
  const throttled = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' }, { sharesDatabaseWith: app });
  const { token } = await signUp(app, mail);
  // The clock stands still, so that no waiting time passes on a slow machine.
  throttled.setTime(new Date());
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) {
    const body = { email: registrationForm().email, currentPassword: 'equivocada' };
    const { status, body: reply } = await throttled.call(calls.requestEmailChange, { token, body });
    if (status === 400) expect(reply.errors?.[0]?.field).toBe('currentPassword');
    statuses.push(status);
  }
  expect(statuses[0]).toBe(400);
  expect(statuses.at(-1)).toBe(429);
  await throttled.stop();
});

test('a user can request few changes, however many addresses', async () => {
  // With a database of its own: invitations of other tests count against the network.
  const throttled = await startTestApp({ SMTP_URL: mail.url, THROTTLE: 'normal' });
  const { token, password } = await signUp(throttled, mail);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const body = { email: registrationForm().email, currentPassword: password };
    statuses.push((await throttled.call(calls.requestEmailChange, { token, body })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  await throttled.stop();
});

test('an address in use gets the same reply and pending change, and only its owner reads a notice', async () => {
  const sender = await signUp(app, mail);
  const owner = await signUp(app, mail);
  const free = await ask(sender, registrationForm().email);
  // A later request would cancel a mail that isn't sent yet.
  await mailAbout(mail, sender.email, 'Confirmá el cambio');
  const taken = await ask(sender, owner.email.toUpperCase());
  expect([taken.status, taken.bytes]).toEqual([200, free.bytes]);
  expect(Object.keys((await pending(sender)) ?? {})).toEqual(['email', 'expires_at', 'old_confirmed', 'new_confirmed']);
  const notice = await mailAbout(mail, owner.email, 'Ya tenés una cuenta con este email');
  for (const word of [sender.username, sender.email]) expect(notice.text).not.toContain(word);
  // The old address gets its mail as always; its confirmation alone changes nothing.
  const second = await mailAbout(mail, sender.email, 'Confirmá el cambio', 2);
  expect((await confirm(tokenIn(second))).body.results).toEqual({ done: false });
  expect(await ownerOf(owner.email)).toBe(owner.username);
});

test('the own address, in any spelling, is refused at the field', async () => {
  const sender = await signUp(app, mail);
  const { status, body } = await ask(sender, sender.email.toUpperCase());
  expect([status, body.errors?.[0]?.field]).toEqual([422, 'email']);
});

test('a later request ends the links of the earlier one', async () => {
  const sender = await signUp(app, mail);
  const first = await requestChange(app, mail, sender);
  const { email } = registrationForm();
  expect((await ask(sender, email)).status).toBe(200);
  for (const token of [first.oldToken, first.newToken]) expect((await confirm(token)).status).toBe(422);
  const newToken = tokenIn(await mailAbout(mail, email, 'Confirmá tu email nuevo'));
  expect((await confirm(newToken)).body.results).toEqual({ done: false });
});

test('after a day the links have expired, and the night deletes the change', async () => {
  const sender = await signUp(app, mail);
  const change = await requestChange(app, mail, sender);
  app.setTime(new Date(Date.now() + DAY_MS + 1000));
  for (const token of [change.oldToken, change.newToken]) expect((await confirm(token)).status).toBe(422);
  app.setTime(null);
  const [deleted] = await app.owner<{ n: number }>(
    "SELECT delete_expired_email_changes(current_moment() + interval '25 hours', 99) AS n",
  );
  expect(deleted?.n).toBeGreaterThan(0);
  expect(await pending(sender)).toBeNull();
});

test('the provider’s correction of the e-mail withdraws an open change', async () => {
  const sender = await signUp(app, mail);
  const change = await requestChange(app, mail, sender);
  const [user] = await app.owner<{ client_id: number; id: number }>(
    'SELECT client_id, id FROM users WHERE username = $1',
    [sender.username],
  );
  const params = { clientId: user?.client_id ?? 0, id: user?.id ?? 0 };
  const { browser } = await hire(app, mail, 'admin');
  const { status } = await browser.call(correctUser, {
    params,
    body: { email: registrationForm().email },
  });
  expect(status).toBe(200);
  for (const token of [change.oldToken, change.newToken]) expect((await confirm(token)).status).toBe(422);
  expect(await pending(sender)).toBeNull();
});

test('the link of a password reset in the old mailbox ends with the change', async () => {
  const sender = await signUp(app, mail);
  await app.call(access.recover, { body: { email: sender.email } });
  const change = await requestChange(app, mail, sender);
  await app.call(access.recover, { body: { email: sender.email } });
  const reset = tokenIn((await mail.mailsTo(sender.email, 4)).at(-1));
  await confirm(change.oldToken);
  expect((await confirm(change.newToken)).body.results.done).toBe(true);
  const { status } = await app.call(access.resetPassword, { body: { token: reset, password: 'portal2027' } });
  expect(status).toBe(422);
  expect(await logIn(app, sender.username, sender.password)).not.toBe('');
});

test('a request leaves the link of a password reset valid', async () => {
  const sender = await signUp(app, mail);
  await app.call(access.recover, { body: { email: sender.email } });
  const reset = tokenIn((await mail.mailsTo(sender.email, 2)).at(-1));
  await requestChange(app, mail, sender);
  const { status } = await app.call(access.resetPassword, { body: { token: reset, password: 'portal2027' } });
  expect(status).toBe(200);
});

test('a changed password, a suspension and a block end the change', async () => {
  const owner = await signUp(app, mail);
  const member = await addUser(app, mail, owner, 'viewer');
  const change = await requestChange(app, mail, member);
  await app.call(suspendUser, { token: owner.token, params: { id: member.id } });
  expect((await confirm(change.oldToken)).status).toBe(422);

  const other = await requestChange(app, mail, owner);
  await app.owner(
    "UPDATE clients SET blocked_at = current_moment(), blocked_reason = 'x' FROM users u WHERE u.username = $1 AND clients.client_id = u.client_id",
    [owner.username],
  );
  expect((await confirm(other.oldToken)).status).toBe(422);
  await app.owner('UPDATE clients SET blocked_at = NULL, blocked_reason = NULL');

  const body = { currentPassword: owner.password, newPassword: 'portal2027' };
  expect((await app.call(access.modifyPassword, { token: owner.token, body })).status).toBe(200);
  expect((await confirm(other.oldToken)).status).toBe(422);
  expect(await pending(owner)).toBeNull();
});

test('links of another purpose confirm nothing', async () => {
  const sender = await signUp(app, mail);
  await requestChange(app, mail, sender);
  await app.call(access.recover, { body: { email: sender.email } });
  const reset = tokenIn(await mailAbout(mail, sender.email, 'Cambiá tu contraseña'));
  for (const call of [open, confirm, withdraw]) expect((await call(reset)).status).toBe(422);
  expect((await confirm('inventado')).status).toBe(422);
});

test('the audit trail has a row for each step, without the addresses', async () => {
  const sender = await signUp(app, mail);
  const before = (await auditedActions(app)).length;
  const change = await requestChange(app, mail, sender);
  await confirm(change.newToken);
  await withdraw(change.oldToken);
  expect(await auditedActions(app, before)).toEqual(['email.request', 'email.confirm', 'email.withdraw']);
  const rows = await app.owner<{ row: string }>(
    `SELECT a::text AS row FROM audit_log a ORDER BY ${AS_WRITTEN} OFFSET $1`,
    [before],
  );
  for (const { row } of rows) expect(row).not.toMatch(/@/);
});
