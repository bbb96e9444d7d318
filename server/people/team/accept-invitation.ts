import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { openSession } from '#server/people/access/login.ts';
import { addMember } from '#server/people/access/members.ts';
import { clientOfToken } from '#server/people/access/password/one-time-token.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { usernameTaken } from '#server/people/access/registration/taken-names.ts';
import type { Device } from '#server/people/access/session/device.ts';
import type { Sessions } from '#server/people/access/session/session.ts';
import { assertWithoutUsername, hashChosenPassword } from '#server/people/domain/chosen-password.ts';
import { assertNotReserved } from '#server/people/domain/reserved-name.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { actorNameKey } from '#shared/people/rules/activity/actor-name.ts';
import { type acceptInvitation as acceptCall, INVALID_INVITATION } from '#shared/people/team.ts';
import { type Invitation, markAccepted, readLinkedInvitation } from './invitation.store.ts';
import { lockTeam, type Member, readCompany, readMailedUser } from './team.store.ts';
import { enqueueTeamMail } from './team-mails.ts';

const EMAIL_TAKEN =
  'Ya hay una cuenta con este email. Ingresá con ella, o pedile a quien te invitó que te invite con otro email';

/** Returns what an invitation's link shows. @throws Failure 422 for a link that isn't valid any more; 429 */
export async function readInvitation(deps: Deps, network: string, token: string) {
  await rateLimitTokens(deps, network);
  return withInvitation(deps, token, async (trx, clientId, { email, role, invitedBy }) => {
    const inviter = await readMailedUser(trx, clientId, invitedBy);
    const name = `${inviter?.firstName ?? ''} ${inviter?.lastName ?? ''}`.trim();
    return { results: { company: await readCompany(trx, clientId), email, role, invited_by: name } };
  });
}

/**
 * Accepts an invitation: creates an active user, notifies the owners by mail, and logs the user in. The token proves that the user
 * owns the address. Of concurrent calls with one token, and of an acceptance and a withdrawal, exactly one succeeds.
 *
 * @throws Failure 422 for a link that isn't valid any more, on `username` for a name that is taken or reserved or looks like a colleague's, on `password` for a very common password
 *   or one that contains the name, and for an address that has an account
 *   by now; 429
 */
export async function acceptInvitation(
  deps: Deps,
  sessions: Sessions,
  device: Device,
  form: BodyOf<typeof acceptCall>,
) {
  const { network } = device;
  await rateLimitTokens(deps, network);
  assertNotReserved(deps, 'username', form.username);
  const chosen = { field: 'password', password: form.password } as const;
  assertWithoutUsername(deps, chosen, form.username);
  const passwordHash = await hashChosenPassword(deps, chosen, { key: network, known: false });
  const now = deps.clock();
  const work = withInvitation(deps, form.token, async (trx, clientId, invitation) => {
    const member = {
      username: form.username,
      firstName: form.first_name,
      lastName: form.last_name,
      phone: form.phone,
      passwordHash,
      email: invitation.email,
      role: invitation.role,
      invitedBy: invitation.invitedBy,
      now,
    };
    const team = await lockTeam(trx, clientId);
    const owners = team.filter(({ role, suspendedAt }) => role === 'owner' && !suspendedAt);
    // Read again under the lock: the invitation may have been withdrawn or accepted meanwhile.
    await openInvitation(trx, clientId, form.token, now);
    assertDistinct(team, form.username);
    const userKey = await addMember(trx, clientId, member, network);
    await markAccepted(trx, clientId, invitation.id, now);
    for (const { id } of owners) {
      await enqueueTeamMail(deps, trx, { kind: 'joined', clientId, userId: id, memberId: userKey.userId });
    }
    const user = { id: userKey.userId, username: form.username };
    deps.events.record(trx, clientId, 'invitation.accepted', { id: invitation.id, role: invitation.role, user });
    return userKey;
  });
  const userKey = await work.catch((error: unknown) => {
    const key = violatedUniqueKey(error);
    if (key === 'user_directory_pkey') throw usernameTaken();
    if (key === 'user_directory_email_norm_key') throw new Failure(422, EMAIL_TAKEN);
    throw error;
  });
  return openSession(deps, sessions.tokens, { ...userKey, passwordEpoch: 1 }, device);
}

/**
 * Refuses a user name that the activity would show like a colleague's. An equal one is refused as taken.
 *
 * @throws Failure 422 on `username`
 */
function assertDistinct(team: readonly Member[], username: string): void {
  const isAlike = (other: string) => actorNameKey(other) === actorNameKey(username) && fold(other) !== fold(username);
  if (!team.some((member) => isAlike(member.username))) return;
  const message = 'Ese nombre se parece mucho al de otra persona de tu empresa. Elegí otro';
  throw refusedField('username', message);
}

async function withInvitation<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  work: (trx: Trx, clientId: number, invitation: Invitation) => Promise<T>,
): Promise<T> {
  const clientId = await clientOfToken(db, token);
  if (clientId === null) throw invalidLink();
  return db.withClient(clientId, async (trx) =>
    work(trx, clientId, await openInvitation(trx, clientId, token, clock())),
  );
}

async function openInvitation(trx: Trx, clientId: number, token: string, now: Date): Promise<Invitation> {
  const invitation = await readLinkedInvitation(trx, clientId, { hash: tokenDigest(token), now });
  if (!invitation) throw invalidLink();
  return invitation;
}

const invalidLink = () => new Failure(422, INVALID_INVITATION, [{ field: 'token', message: INVALID_INVITATION }]);
