import { decodeJwt } from 'jose';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { login } from '#shared/people/access.ts';
import { requestEmailChange } from '#shared/people/email-change.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { logIn, registrationForm, type Sender, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { mailAbout } from '#test/fixtures/team-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

/** Returns the id of a token's session. */
export const sessionIdOf = (token: string): string => String(decodeJwt(token).sid);

/** A current version of a browser, as its user agent. */
export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Logs in from a browser. @param cookie of an earlier login; '' for a browser without one. @returns session and cookie */
export async function logInFromBrowser(
  app: HttpClient,
  { username, password }: Pick<Sender, 'username' | 'password'>,
  cookie = '',
): Promise<{ token: string; cookie: string; setCookie: string }> {
  const headers = { 'user-agent': FIREFOX, ...(cookie && { cookie }) };
  const reply = await app.call(login, { body: { _username: username, _password: password }, headers });
  const setCookie = reply.headers.get('set-cookie') ?? '';
  return { token: reply.body.token, cookie: setCookie.split(';', 1)[0] ?? '', setCookie };
}

/** Requests a change of a sender's e-mail. @returns the tokens of both mails */
export async function requestChange(
  app: HttpClient,
  mail: FakeMailServer,
  { token, email: old, password }: Sender,
  email = registrationForm().email,
): Promise<{ email: string; oldToken: string; newToken: string }> {
  const nextMail = (address: string, subject: string) => {
    const earlier = mail.mails.filter((one) => one.recipients.includes(address) && one.subject.startsWith(subject));
    return () => mailAbout(mail, address, subject, earlier.length + 1);
  };
  const toOld = nextMail(old, 'Confirmá el cambio de tu email');
  const toNew = nextMail(email, 'Confirmá tu email nuevo');
  const { status, body } = await app.call(requestEmailChange, { token, body: { email, currentPassword: password } });
  if (status !== 200) throw new Error(`the change was refused: ${status} ${body.message}`);
  return { email, oldToken: tokenIn(await toOld()), newToken: tokenIn(await toNew()) };
}

/** Returns valid inputs of the calls about a user's sessions and the change of the e-mail. */
export function sessionInputs(
  fixture: () => { app: HttpClient; mail: FakeMailServer },
): Record<string, () => Input | Promise<Input>> {
  const sender = () => signUp(fixture().app, fixture().mail);
  async function newChange() {
    const { app, mail } = fixture();
    return requestChange(app, mail, await sender());
  }
  return {
    listSessions: () => ({}),
    endOneSession: async () => {
      const { token, username, password } = await sender();
      return { token, params: { id: sessionIdOf(await logIn(fixture().app, username, password)) } };
    },
    endOtherSessions: async () => {
      const one = await sender();
      await logIn(fixture().app, one.username, one.password);
      return { token: one.token };
    },
    readEmailChange: async () => {
      const one = await sender();
      await requestChange(fixture().app, fixture().mail, one);
      return { token: one.token };
    },
    requestEmailChange: async () => {
      const { token, password } = await sender();
      return { token, body: { email: registrationForm().email, currentPassword: password } };
    },
    openEmailChange: async () => ({ body: { token: (await newChange()).newToken } }),
    confirmEmailChange: async () => ({ body: { token: (await newChange()).newToken } }),
    withdrawEmailChange: async () => ({ body: { token: (await newChange()).oldToken } }),
  };
}
