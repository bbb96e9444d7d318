import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { exportActivity, listActivity } from '#shared/people/activity.ts';
import { inviteStaff } from '#shared/people/staff.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { resendInvitation, withdrawInvitation } from '#shared/people/team.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { registrationForm, signUp } from '#test/fixtures/sender-factory.ts';
import { hire } from '#test/fixtures/staff-fixture.ts';
import { invitationOf, invite } from '#test/fixtures/team-factory.ts';

const { app, mail } = await sharedApp();
const staff = createStaffClient(app);

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Invites a person to a new company, sends the invitation again and withdraws it. */
async function invitePerson() {
  const owner = await signUp(app, mail);
  const { email } = registrationForm();
  await invite(app, mail, owner, { email });
  const { id = 0 } = (await invitationOf(app, owner, email)) ?? {};
  app.setTime(new Date(Date.now() + 2 * MINUTE_MS));
  for (const call of [resendInvitation, withdrawInvitation]) {
    expect((await app.call(call, { token: owner.token, params: { id } })).status).toBe(200);
  }
  app.setTime(null);
  const [{ client_id: client = 0 } = {}] = await app.owner<{ client_id: number }>(
    'SELECT client_id FROM users WHERE username = $1',
    [owner.username],
  );
  return { owner, email, client: String(client) };
}

const INVITATIONS = ['user.withdraw', 'user.resend', 'user.invite'];

test('a company reads whom it invited, on screen and in its file, until the address is erased', async () => {
  const { owner, email } = await invitePerson();
  const read = async () => (await app.call(listActivity, { token: owner.token })).body.results;
  const people = async () =>
    (await read())
      .filter(({ action }) => INVITATIONS.includes(action))
      .map(({ action, target_name }) => [action, target_name]);
  expect(await people()).toEqual(INVITATIONS.map((action) => [action, email]));
  expect((await read()).find(({ action }) => action === 'session.begin')?.target_name).toBeNull();
  const file = text((await app.call(exportActivity, { token: owner.token })).bytes);
  expect(file).toContain(`"Invitó a una persona";"${email}";"Rol: Lectura";1;`);
  expect(file).toContain(`"Reenvió una invitación";"${email}";`);
  await app.owner(`UPDATE user_invitations SET email = '5@borrado.invalid' WHERE email = $1`, [email]);
  expect(await people()).toEqual(INVITATIONS.map((action) => [action, null]));
});

test('the provider reads whom its staff invited, and not whom a company invited', async () => {
  const { client, email } = await invitePerson();
  const invited = `persona.${client}@proveedor.example`;
  const { browser, name } = await hire(app, mail, 'admin');
  expect((await browser.call(inviteStaff, { body: { email: invited, role: 'support' } })).status).toBe(200);
  const read = async (filter: Record<string, string>) =>
    (await staff(listAllActivity, { query: { filter } })).body.results;
  const filter = { action: 'ops.staff.invite', actor: name };
  expect((await read(filter)).map(({ target_name }) => target_name)).toEqual([invited]);
  const file = text((await staff(exportAllActivity, { query: { filter } })).bytes);
  expect(file).toContain(`"Invitó a una persona";"${invited}";`);
  const ofClient = (await read({ client })).filter(({ action }) => INVITATIONS.includes(action));
  expect(ofClient.map(({ target_name }) => target_name)).toEqual([null, null, null]);
  expect(text((await staff(exportAllActivity, { query: { filter: { client } } })).bytes)).not.toContain(email);
});
