import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import * as passkeys from '#shared/people/second-factor/passkeys.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { beginFirstFactor, logInHalf, setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { addPasskey, askPasskey, pageOrigin } from '#test/fixtures/passkey-fixture.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { createFakeAuthenticator } from '#test/services/fake-authenticator.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

/** Returns valid inputs of the calls about a user's second factor; each acts for another user. */
export function factorInputs(
  fixture: () => { app: TestApp; mail: FakeMailServer },
): Record<string, () => Input | Promise<Input>> {
  const sender = () => signUp(fixture().app, fixture().mail);
  async function secured() {
    const one = await sender();
    const { backupCodes } = await setUpFactor(fixture().app, one);
    return { ...one, body: { code: backupCodes[0] } };
  }
  async function withPasskey() {
    const one = await secured();
    return { ...one, passkey: await addPasskey(fixture().app, one.token) };
  }
  const withCode = async () => {
    const { token, body } = await secured();
    return { token, body };
  };
  return {
    loginCode: async () => {
      const one = await secured();
      return { token: await logInHalf(fixture().app, one), body: one.body };
    },
    readFactor: async () => ({ token: (await secured()).token }),
    beginUserFactor: async () => {
      const { token, password } = await sender();
      return { token, body: { currentPassword: password } };
    },
    confirmUserFactor: async () => {
      const one = await sender();
      const { code } = await beginFirstFactor(fixture().app, one);
      return { token: one.token, body: { code: code(new Date()) } };
    },
    renewUserBackupCodes: withCode,
    removeUserFactor: withCode,
    verifyFactor: withCode,
    listPasskeys: async () => ({ token: (await withPasskey()).token }),
    beginPasskey: async () => ({ token: (await secured()).token }),
    addPasskey: async () => {
      const { token } = await secured();
      const begun = await fixture().app.call(passkeys.beginPasskey, { token });
      const created = createFakeAuthenticator(pageOrigin(fixture().app)).create(begun.body.results);
      return { token, body: { name: 'Mi llave', ...created } };
    },
    removePasskey: async () => {
      const { token } = await withPasskey();
      const { body } = await fixture().app.call(passkeys.listPasskeys, { token });
      return { token, params: { id: body.results[0]?.id } };
    },
    askPasskey: async () => ({ token: (await withPasskey()).token }),
    loginPasskey: async () => {
      const { passkey, ...one } = await withPasskey();
      const token = await logInHalf(fixture().app, one);
      return { token, body: passkey.answer(await askPasskey(fixture().app, token)) };
    },
    verifyPasskey: async () => {
      const { passkey, token } = await withPasskey();
      return { token, body: passkey.answer(await askPasskey(fixture().app, token)) };
    },
  };
}
