import type { UserRole } from '#shared/people/rules/permissions.ts';
import { acceptInvitation, inviteUser, readTeam } from '#shared/people/team.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import type { HttpClient } from './http-client.ts';
import type { ReceivedMail } from './read-mail.ts';
import { registrationForm, type Sender, tokenIn } from './sender-factory.ts';

/** A user of a company, invited by another one. */
export interface Member extends Sender {
  id: number;
}

/** Builds the form of a person who accepts an invitation; each call is another person. */
export function acceptance(token: string, changes: Record<string, unknown> = {}) {
  const { username, password } = registrationForm();
  return { token, username, password, first_name: 'Beto', last_name: 'Sosa', phone: '+54 11 4555-0202', ...changes };
}

/** Invites an address. @returns the token in the mail's link */
export async function invite(
  app: HttpClient,
  mail: FakeMailServer,
  by: { token: string },
  { email = registrationForm().email, role = 'viewer' as UserRole } = {},
): Promise<string> {
  const { status, body } = await app.call(inviteUser, { token: by.token, body: { email, role } });
  if (status !== 200) throw new Error(`the invitation was refused: ${status} ${body.message}`);
  return tokenIn((await mail.mailsTo(email)).at(-1));
}

/** Adds a user with a role to a company: invites an address and accepts the invitation. */
export async function addUser(
  app: HttpClient,
  mail: FakeMailServer,
  by: { token: string },
  role: UserRole,
  changes: Record<string, unknown> = {},
): Promise<Member> {
  const { email } = registrationForm();
  const form = acceptance(await invite(app, mail, by, { email, role }), changes);
  const { status, body } = await app.call(acceptInvitation, { body: form });
  if (status !== 200) throw new Error(`the invitation could not be accepted: ${status} ${body.message}`);
  const team = await app.call(readTeam, { token: body.token });
  const id = team.body.results.find(({ me }) => me)?.id ?? 0;
  return { id, email, username: form.username, password: form.password, token: body.token };
}

/** Waits for the nth mail with a subject to an address. */
export async function mailAbout(mail: FakeMailServer, email: string, subject: string, nth = 1): Promise<ReceivedMail> {
  for (let count = nth; ; count++) {
    const found = (await mail.mailsTo(email, count)).filter((one) => one.subject.startsWith(subject))[nth - 1];
    if (found) return found;
  }
}

/** Returns a user of the caller's company by e-mail. */
export async function userOf(app: HttpClient, { token }: { token: string }, email: string) {
  const { body } = await app.call(readTeam, { token });
  return body.results.find((user) => user.email === email);
}

/** Returns an open invitation of the caller's company by e-mail. */
export async function invitationOf(app: HttpClient, { token }: { token: string }, email: string) {
  const { body } = await app.call(readTeam, { token });
  return body.invitations.find((invitation) => invitation.email === email);
}
