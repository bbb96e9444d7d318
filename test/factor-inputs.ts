import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { beginFirstFactor, logInHalf, setUpFactor } from './factor-fixture.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import type { HttpClient } from './http-client.ts';
import { signUp } from './sender-factory.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

/** Returns valid inputs of the calls about a user's second factor; each acts for another user. */
export function factorInputs(
  fixture: () => { app: HttpClient; mail: FakeMailServer },
): Record<string, () => Input | Promise<Input>> {
  const sender = () => signUp(fixture().app, fixture().mail);
  async function secured() {
    const one = await sender();
    const { backupCodes } = await setUpFactor(fixture().app, one);
    return { ...one, body: { code: backupCodes[0] } };
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
  };
}
