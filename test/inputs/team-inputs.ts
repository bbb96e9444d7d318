import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { requireFactor } from '#shared/people/second-factor/required-factor.ts';
import { suspendUser } from '#shared/people/team.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { acceptance, addUser, invitationOf, invite } from '#test/fixtures/team-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

type Input = CallInput<AnyEndpoint> & { token?: string };

interface TeamFixture {
  app: HttpClient;
  mail: FakeMailServer;
  /** An owner. */
  client: Sender;
}

/** Returns valid inputs of the calls about users and invitations; each acts on another user or invitation. */
export function teamInputs(fixture: () => TeamFixture): Record<string, () => Input | Promise<Input>> {
  const anotherUser = () => {
    const { app, mail, client } = fixture();
    return addUser(app, mail, client, 'viewer');
  };
  const newLink = () => {
    const { app, mail, client } = fixture();
    return invite(app, mail, client);
  };
  async function openInvitation(): Promise<number> {
    const { app, mail, client } = fixture();
    const { email } = registrationForm();
    await invite(app, mail, client, { email });
    return (await invitationOf(app, client, email))?.id ?? 0;
  }
  async function withFactor() {
    const { app, mail } = fixture();
    const owner = await signUp(app, mail);
    await setUpFactor(app, owner);
    return { token: owner.token };
  }
  return {
    readTeam: () => ({}),
    inviteUser: () => ({ body: { email: registrationForm().email, role: 'viewer' } }),
    resendInvitation: async () => ({ params: { id: await openInvitation() } }),
    withdrawInvitation: async () => ({ params: { id: await openInvitation() } }),
    changeUserRole: async () => ({ params: { id: (await anotherUser()).id }, body: { role: 'billing' } }),
    suspendUser: async () => ({ params: { id: (await anotherUser()).id } }),
    resumeUser: async () => {
      const { app, client } = fixture();
      const params = { id: (await anotherUser()).id };
      await app.call(suspendUser, { token: client.token, params });
      return { params };
    },
    removeUser: async () => ({ params: { id: (await anotherUser()).id } }),
    giveRecoveryCode: async () => {
      const user = await anotherUser();
      await setUpFactor(fixture().app, user);
      return { params: { id: user.id } };
    },
    requireFactor: withFactor,
    releaseFactor: async () => {
      const owner = await withFactor();
      await fixture().app.call(requireFactor, owner);
      return owner;
    },
    leaveTeam: async () => ({ token: (await anotherUser()).token, body: { confirmed: true } }),
    eraseOwnUser: async () => ({ token: (await anotherUser()).token, body: { confirmed: true } }),
    readInvitation: async () => ({ body: { token: await newLink() } }),
    acceptInvitation: async () => ({ body: acceptance(await newLink()) }),
  };
}
