import { login } from '#shared/kit/access.ts';
import * as calls from '#shared/people/second-factor.ts';
import type { HttpClient } from './http-client.ts';
import type { Sender } from './sender-factory.ts';
import { createAuthenticator } from './staff-fixture.ts';

/** The second factor of a user. */
export interface Factor {
  authenticator: ReturnType<typeof createAuthenticator>;
  backupCodes: string[];
}

/** Begins a user's first second factor. @returns its authenticator app */
export async function beginFirstFactor(app: HttpClient, { token, password }: Pick<Sender, 'token' | 'password'>) {
  const begun = await app.call(calls.beginUserFactor, { token, body: { currentPassword: password } });
  if (begun.status !== 200) throw new Error(`the factor was not begun: ${JSON.stringify(begun.body)}`);
  return createAuthenticator(begun.body.results.secret);
}

/** Sets up a user's second factor. The code that confirms it is of the moment `at`. */
export async function setUpFactor(
  app: HttpClient,
  sender: Pick<Sender, 'token' | 'password'>,
  at = new Date(),
): Promise<Factor> {
  const authenticator = await beginFirstFactor(app, sender);
  const body = { code: authenticator.code(at) };
  const confirmed = await app.call(calls.confirmUserFactor, { token: sender.token, body });
  if (confirmed.status !== 200) throw new Error(`the factor was refused: ${JSON.stringify(confirmed.body)}`);
  return { authenticator, backupCodes: confirmed.body.results.backup_codes };
}

/** Logs a user with a second factor in up to the second step. @returns the token of the half session */
export async function logInHalf(app: HttpClient, { username, password }: Pick<Sender, 'username' | 'password'>) {
  const { body } = await app.call(login, { body: { _username: username, _password: password } });
  if (!body.second_factor) throw new Error(`the login needs no second step: ${JSON.stringify(body)}`);
  return body.token;
}

/** Gives a code in a half session. */
export const giveCode = (app: HttpClient, token: string, code: string) =>
  app.call(calls.loginCode, { token, body: { code } });

/** Logs a user in with a code from a browser. @param trust whether the user trusts the browser. @returns its cookie */
export async function trustBrowser(app: HttpClient, sender: Sender, code: string, trust = true) {
  const body = { code, trust_device: trust };
  const { status, headers } = await app.call(calls.loginCode, { token: await logInHalf(app, sender), body });
  if (status !== 200) throw new Error(`the code was refused: ${status}`);
  const setCookie = headers.get('set-cookie') ?? '';
  return { setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
}
