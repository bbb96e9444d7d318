import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import * as passkeys from '#shared/people/second-factor/staff-passkeys.ts';
import * as staff from '#shared/people/staff.ts';
import * as passwords from '#shared/people/staff-password.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { pageOrigin } from '#test/fixtures/passkey-fixture.ts';
import {
  createAuthenticator,
  hire,
  invitationMailed,
  invitationToken,
  openStaffBrowser,
  passwordToken,
  STAFF_PASSWORD,
  staffEmail,
  terminalToken,
} from '#test/fixtures/staff-fixture.ts';
import { createFakeAuthenticator } from '#test/services/fake-authenticator.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

/** Returns valid inputs of the calls for the staff, by name. Each input has a person and a session of its own. */
export function staffInputs(app: TestApp, mail: FakeMailServer): Record<string, () => Promise<Input>> {
  const person = () => hire(app, mail, 'support');
  const session = async () => {
    const { id, email, backupCodes } = await person();
    return { id, email, codes: backupCodes, token: await terminalToken(app, { email, backupCodes }) };
  };
  const authenticator = createFakeAuthenticator(pageOrigin(app));
  const createdPasskey = async (token: string) => {
    const { body } = await app.call(passkeys.beginStaffPasskey, { token });
    return { name: 'Mi llave', ...authenticator.create(body.results) };
  };
  const withPasskey = async () => {
    const opened = await session();
    await app.call(passkeys.addStaffPasskey, { token: opened.token, body: await createdPasskey(opened.token) });
    return opened;
  };
  const challenge = async (token: string) => (await app.call(passkeys.askStaffPasskey, { token })).body.results;
  const invited = async () => {
    const email = staffEmail();
    const { body } = await createStaffClient(app)(staff.inviteStaff, { body: { email, role: 'support' } });
    await invitationMailed(app, email);
    return { email, id: body.results.id };
  };
  const withLink = async () => {
    const { email, backupCodes } = await person();
    await openStaffBrowser(app).call(passwords.recoverStaffPassword, { body: { email } });
    return { token: await passwordToken(mail, email), codes: backupCodes };
  };
  return {
    staffLogin: async () => ({ body: { email: (await person()).email, password: STAFF_PASSWORD, terminal: true } }),
    staffLoginCode: async () => {
      const { email, backupCodes } = await person();
      const body = { email, password: STAFF_PASSWORD, terminal: true };
      const half = await app.call(calls.staffLogin, { body });
      return { token: half.body.results.token ?? '', body: { code: backupCodes[0] } };
    },
    staffLogout: async () => ({ token: (await session()).token }),
    currentStaff: async () => ({ token: (await session()).token }),
    staffMe: async () => ({ token: (await session()).token }),
    listStaffSessions: async () => ({ token: (await session()).token }),
    endStaffSession: async () => {
      const { token } = await session();
      const { body } = await app.call(calls.listStaffSessions, { token });
      return { token, params: { id: body.results[0]?.id } };
    },
    endOtherStaffSessions: async () => ({ token: (await session()).token }),
    giveStaffRecoveryCode: async () => ({ params: { id: (await person()).id } }),
    withdrawStaffPassword: async () => ({ params: { id: (await person()).id } }),
    changeStaffPassword: async () => {
      const { token } = await session();
      return { token, body: { currentPassword: STAFF_PASSWORD, newPassword: 'tres lomas al sur' } };
    },
    recoverStaffPassword: async () => ({ body: { email: (await person()).email } }),
    readStaffPasswordLink: async () => ({ body: { token: (await withLink()).token } }),
    resetStaffPassword: async () => {
      const { token, codes } = await withLink();
      return { body: { token, password: 'tres lomas al sur', code: codes[0] } };
    },
    readStaffInvitation: async () => ({ body: { token: await invitationToken(mail, (await invited()).email) } }),
    acceptStaffInvitation: async () => {
      const token = await invitationToken(mail, (await invited()).email);
      return { body: { token, name: 'Ana Paz', password: STAFF_PASSWORD } };
    },
    beginFactor: async () => {
      const { token, codes } = await session();
      return { token, body: { code: codes[1] } };
    },
    confirmFactor: async () => {
      const { token, codes } = await session();
      const begun = await app.call(calls.beginFactor, { token, body: { code: codes[1] ?? '' } });
      const code = createAuthenticator(begun.body.results.secret).code(new Date());
      return { token, body: { code } };
    },
    renewBackupCodes: async () => {
      const { token, codes } = await session();
      return { token, body: { code: codes[1] } };
    },
    verifyStaffFactor: async () => {
      const { token, codes } = await session();
      return { token, body: { code: codes[1] } };
    },
    listStaffPasskeys: async () => ({ token: (await session()).token }),
    beginStaffPasskey: async () => ({ token: (await session()).token }),
    addStaffPasskey: async () => {
      const { token } = await session();
      return { token, body: await createdPasskey(token) };
    },
    removeStaffPasskey: async () => {
      const { token } = await withPasskey();
      const { body } = await app.call(passkeys.listStaffPasskeys, { token });
      return { token, params: { id: body.results[0]?.id } };
    },
    askStaffPasskey: async () => ({ token: (await withPasskey()).token }),
    staffLoginPasskey: async () => {
      const { email } = await withPasskey();
      const half = await app.call(calls.staffLogin, { body: { email, password: STAFF_PASSWORD, terminal: true } });
      const token = half.body.results.token ?? '';
      return { token, body: authenticator.answer(await challenge(token)) };
    },
    verifyStaffPasskey: async () => {
      const { token } = await withPasskey();
      return { token, body: authenticator.answer(await challenge(token)) };
    },
    listStaff: async () => ({}),
    inviteStaff: async () => ({ body: { email: staffEmail(), role: 'finance' } }),
    resendStaffInvitation: async () => ({ params: { id: (await invited()).id } }),
    withdrawStaffInvitation: async () => ({ params: { id: (await invited()).id } }),
    changeStaff: async () => ({ params: { id: (await invited()).id }, body: { role: 'operations', suspended: true } }),
  };
}
