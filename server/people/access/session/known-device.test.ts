import { expect, test } from 'vitest';
import { sharedApp } from '#test/app/shared-app.ts';
import { logIn, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { addUser, mailAbout } from '#test/fixtures/team-factory.ts';
import { logInFromBrowser } from '#test/inputs/session-inputs.ts';
import { deleteUnusedDevices } from './known-device.ts';

const { app, mail } = await sharedApp();

const SUBJECT = 'Ingreso desde un dispositivo nuevo';

/** Waits until all mails about new devices are sent. @returns their number for a user */
async function countMails({ email }: Sender): Promise<number> {
  const jobs = () => app.owner(`SELECT state FROM pgboss.job WHERE name = 'new-device-mail' AND state < 'completed'`);
  await expect.poll(jobs).toEqual([]);
  return mail.mails.filter(({ recipients, subject }) => recipients.includes(email) && subject.startsWith(SUBJECT))
    .length;
}

test('the first login after the activation sends no mail, nor does another one from the same program', async () => {
  const sender = await signUp(app, mail);
  await logIn(app, sender.username, sender.password);
  expect(await countMails(sender)).toBe(0);
});

test('a login from a new browser sends a mail with time, device and network; the browser is then known', async () => {
  const sender = await signUp(app, mail);
  const { cookie, setCookie } = await logInFromBrowser(app, sender);
  expect(setCookie).toMatch(
    /^remito_device=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=34560000; Secure$/,
  );
  const { text } = await mailAbout(mail, sender.email, SUBJECT);
  expect(text).toMatch(/Cuándo: \d\d\/\d\d\/\d{4} \d\d:\d\d\. Dispositivo: Firefox en Windows\. Red: 127\.0\.0\.1\./);
  expect(text).toContain('cambiá tu contraseña');
  expect(text).toContain('/password-reset-request');
  const again = await logInFromBrowser(app, sender, cookie);
  expect(again.cookie).toBe(cookie);
  expect(await countMails(sender)).toBe(1);
});

test('the same browser without its cookie is another device: a colleague in the same office is noticed', async () => {
  const sender = await signUp(app, mail);
  await logInFromBrowser(app, sender);
  await logInFromBrowser(app, sender);
  await logInFromBrowser(app, sender, 'remito_device=elegida-por-otro');
  expect(await countMails(sender)).toBe(3);
});

test('two users of one browser know it each for themselves', async () => {
  const owner = await signUp(app, mail);
  const colleague = await addUser(app, mail, owner, 'viewer');
  const { cookie } = await logInFromBrowser(app, owner);
  expect(await countMails(owner)).toBe(1);
  expect((await logInFromBrowser(app, colleague, cookie)).cookie).toBe(cookie);
  await logInFromBrowser(app, owner, cookie);
  expect([await countMails(owner), await countMails(colleague)]).toEqual([1, 1]);
});

test('a storm of logins from new devices sends three mails an hour and ten a day', async () => {
  const sender = await signUp(app, mail);
  const counts: number[] = [];
  for (let hour = 0; hour < 5; hour++) {
    await Promise.all(Array.from({ length: 14 }, () => logInFromBrowser(app, sender)));
    counts.push(await countMails(sender));
    await app.owner("UPDATE known_devices SET first_seen_at = first_seen_at - interval '61 minutes'");
  }
  expect(counts).toEqual([3, 6, 9, 10, 10]);
});

test('at most fifty devices of a user are kept', async () => {
  const sender = await signUp(app, mail);
  await app.owner(
    `INSERT INTO known_devices SELECT client_id, id, sha256(n::text::bytea), current_moment(), current_moment() - interval '2 days', false
     FROM users, generate_series(1, 60) n WHERE username = $1`,
    [sender.username],
  );
  const { cookie } = await logInFromBrowser(app, sender);
  const kept = await app.owner(
    'SELECT FROM known_devices d JOIN users u ON u.client_id = d.client_id AND u.id = d.user_id WHERE u.username = $1',
    [sender.username],
  );
  expect(kept).toHaveLength(50);
  const before = await countMails(sender);
  await logInFromBrowser(app, sender, cookie);
  expect(await countMails(sender)).toBe(before);
});

test('a refused login is no device', async () => {
  const sender = await signUp(app, mail);
  const { setCookie } = await logInFromBrowser(app, { ...sender, password: 'equivocada' });
  expect(setCookie).toBe('');
  expect(await countMails(sender)).toBe(0);
});

test('a browser that was last used when its cookie ended is forgotten at night', async () => {
  const [sender, other] = [await signUp(app, mail), await signUp(app, mail)];
  for (const user of [sender, other]) await logInFromBrowser(app, user);
  const devices = ({ username }: Sender) =>
    app.owner('SELECT FROM known_devices WHERE user_id = (SELECT id FROM users WHERE username = $1)', [username]);
  const before = await devices(other);
  await app.owner(
    `UPDATE known_devices SET last_seen_at = current_moment() - interval '401 days'
     WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
    [sender.username],
  );
  expect(await deleteUnusedDevices(app.server.deps, new AbortController().signal)).toBe(2);
  expect(await devices(sender)).toEqual([]);
  expect(await devices(other)).toHaveLength(before.length);
});
