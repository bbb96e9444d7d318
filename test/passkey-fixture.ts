import * as calls from '#shared/people/passkeys.ts';
import { setUpFactor } from './factor-fixture.ts';
import { createFakeAuthenticator, type FakeAuthenticator } from './fake-authenticator.ts';
import type { Sender } from './sender-factory.ts';
import type { TestApp } from './test-app.ts';

/** Address of the portal's pages. */
export const pageOrigin = (app: TestApp): string => new URL(app.server.deps.config.PUBLIC_URL).origin;

/** Adds a passkey of a user who has an authenticator app. The session gave a code within ten minutes. */
export async function addPasskey(app: TestApp, token: string, name = 'Mi llave'): Promise<FakeAuthenticator> {
  const authenticator = createFakeAuthenticator(pageOrigin(app));
  const begun = await app.call(calls.beginPasskey, { token });
  if (begun.status !== 200) throw new Error(`the passkey was not begun: ${JSON.stringify(begun.body)}`);
  const body = { name, ...authenticator.create(begun.body.results) };
  const added = await app.call(calls.addPasskey, { token, body });
  if (added.status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(added.body)}`);
  return authenticator;
}

/** Sets up an authenticator app and a passkey. */
export async function setUpPasskey(app: TestApp, sender: Pick<Sender, 'token' | 'password'>, at = new Date()) {
  const factor = await setUpFactor(app, sender, at);
  return { ...factor, passkey: await addPasskey(app, sender.token) };
}

/** Asks for a challenge in a session. */
export async function askPasskey(app: TestApp, token: string) {
  const asked = await app.call(calls.askPasskey, { token });
  if (asked.status !== 200) throw new Error(`no challenge: ${JSON.stringify(asked.body)}`);
  return asked.body.results;
}
