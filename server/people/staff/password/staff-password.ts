import { countEvent } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { endLinks, invalidToken, spendToken } from '#server/people/access/password/one-time-token.ts';
import { changeOwnPassword, setPasswordByLink } from '#server/people/access/password/own-password.ts';
import { rateLimitTokens } from '#server/people/access/rate-limits.ts';
import { isKnownNetwork } from '#server/people/access/session/known-origin.ts';
import { hashStaffPassword } from '#server/people/domain/chosen-password.ts';
import { rateLimitMails } from '#server/people/domain/mail/mail-rate-limits.ts';
import { wrongCode } from '#server/people/domain/second-factor/factor-code.ts';
import { isWrongCode } from '#server/people/domain/second-factor/limit-codes.ts';
import { lockRights } from '#server/people/domain/staff/provider-rights.store.ts';
import { endVouching } from '#server/people/domain/staff/staff-inviters.store.ts';
import { mayStillInvite } from '#server/people/domain/staff/staff-inviters.ts';
import { acceptCode } from '#server/people/second-factor/accept-code.ts';
import { renewToken } from '#server/people/staff/session/staff-session.ts';
import { findStaff, lockStaff, readStaff } from '#server/people/staff/staff.store.ts';
import { enqueueStaffMail, informAdministrators, WRONG_CODES_BY_LINK } from '#server/people/staff/staff-mails.ts';
import type { StaffCaller } from '#server/platform/http/request/caller.ts';
import { accountOf, type StaffPrincipal, staffPrincipal } from '#server/platform/secrets/principal.ts';
import { tokenDigest } from '#server/platform/secrets/token-hash.ts';
import type { BodyOf, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';
import type * as calls from '#shared/people/staff-password.ts';
import { findPasswordLink, type PasswordLink } from './staff-password.store.ts';

/**
 * Changes the password of a member of the staff, as `changeOwnPassword`. The session goes on under a new token, so that one that was copied
 * is worthless.
 *
 * @throws Failure 400, 401, 422, 429, 503
 */
export async function changeStaffPassword(
  deps: Deps,
  { actor: { id }, sessionId }: StaffCaller,
  typed: BodyOf<typeof calls.changeStaffPassword>,
): Promise<{ message: string; token: string }> {
  let token = '';
  const session = {
    principal: staffPrincipal(id),
    sessionId,
    hash: hashStaffPassword,
    finish: async (trx: Trx) => {
      token = await renewToken(trx, sessionId);
      await enqueueStaffMail(deps, trx, { kind: 'changed', staffId: id });
    },
  };
  const { message } = await changeOwnPassword(deps, session, typed);
  deps.log.warn({ by: accountOf(session.principal) }, 'a member of the staff changed the password');
  return { message, token };
}

/** Stands for a person who doesn't exist, whose look-up takes as long. */
const NOBODY = 0;

/**
 * Sends a link to set a new password. The answer is the same for an unknown e-mail, for a suspended person, and for a
 * person who hasn't accepted the invitation or has no second factor (readings S9). Requests from networks where the
 * person has logged in are counted apart, so that nobody uses up the mails.
 *
 * @throws Failure 429
 */
export async function recoverStaffPassword(deps: Deps, network: string, email: string): Promise<void> {
  const { db, clock } = deps;
  const { person, passwordEpoch } = await db.withProvider(async (trx) => {
    const found = await findStaff(trx, email);
    return { person: found, passwordEpoch: (await readStaff(trx, found?.id ?? NOBODY))?.passwordEpoch ?? 0 };
  });
  const owner = { principal: staffPrincipal(person?.id ?? NOBODY), passwordEpoch };
  const known = await db.withoutClient((trx) => isKnownNetwork(trx, owner, network, clock()));
  const knownOrigin = known ? `network ${network}` : null;
  await rateLimitMails(deps, { email, purpose: 'staff-recovery', network, knownOrigin });
  await db.withProvider(async (trx) => {
    await enqueueStaffMail(deps, trx, { kind: 'requested', staffId: person?.id ?? null });
    deps.events.record(trx, null, 'password.reset_requested');
  });
}

/** Whether a new password by a link needs a code. A colleague who sent the link has vouched for the person. */
const codeRequired = ({ vouchedBy }: PasswordLink): boolean => vouchedBy === null;

/**
 * Finds a valid link. A link that anybody may request needs a second factor. A link that somebody vouched for is valid
 * as long as that sender may change the person.
 *
 * @throws Failure 422
 */
async function findLink(trx: Trx, token: string, now: Date): Promise<PasswordLink> {
  const link = await findPasswordLink(trx, tokenDigest(token), now);
  if (!link) throw invalidToken('reset');
  const { vouchedBy, hasFactor, role } = link;
  const valid = vouchedBy === null ? hasFactor : await mayStillInvite(trx, vouchedBy, role);
  if (!valid) throw invalidToken('reset');
  return link;
}

/** Reads a link by its token, without using it. @throws Failure 422 for one that isn't valid any more; 429 */
export async function readStaffPasswordLink(
  deps: Deps,
  network: string,
  token: string,
): Promise<ReplyOf<typeof calls.readStaffPasswordLink>> {
  await rateLimitTokens(deps, network, 'staff');
  const link = await deps.db.withProvider((trx) => findLink(trx, token, deps.clock()));
  return { results: { email: link.email, code_required: codeRequired(link) } };
}

/**
 * Counts a wrong code by a link. Many within a day end the links that were requested for the person, and the other
 * administrators are informed: somebody who reads the person's mails is guessing codes.
 *
 * @throws Failure 422 on `token` if the links have ended
 */
async function countWrongCode(deps: Deps, principal: StaffPrincipal): Promise<void> {
  const { db, clock, log } = deps;
  const by = accountOf(principal);
  const count = await db.withProvider(async (trx) => {
    // In the order of a new password.
    await lockStaff(trx, principal.id);
    const now = clock();
    const counted = await countEvent(trx, { name: 'wrong code by link', subject: by, seconds: DAY_SECONDS }, now);
    if (counted >= WRONG_CODES_BY_LINK) await endLinks(trx, principal, now, 'reset');
    if (counted === WRONG_CODES_BY_LINK) await informAdministrators(deps, trx, 'colleague-guessed', principal.id);
    return counted;
  });
  if (count < WRONG_CODES_BY_LINK) return;
  log.warn({ event: 'security', by, count }, 'many wrong codes were given by links to a new password of the staff');
  throw invalidToken('reset');
}

/**
 * Sets a new password by a link, and ends all sessions of the person, who then logs in with both steps. A link that anybody requested
 * also needs a code of the person's second factor: otherwise reading the mails would replace the password. A refused call leaves the
 * link and the code unused.
 *
 * @throws Failure 422 for a link that isn't valid any more, on `password` for a very common one, on `code` for a missing, wrong or used
 *   one; 429
 */
export async function resetStaffPassword(
  deps: Deps,
  network: string,
  { token, password, code }: BodyOf<typeof calls.resetStaffPassword>,
): Promise<void> {
  await rateLimitTokens(deps, network, 'staff');
  const { db, clock } = deps;
  const found = await db.withProvider((trx) => findLink(trx, token, clock()));
  if (codeRequired(found) && !code) throw wrongCode('Escribí un código de tu segundo paso');
  const principal = staffPrincipal(found.staffId);
  const hash = await hashStaffPassword({ field: 'password', password }, { key: accountOf(principal), known: true });
  const use = async (trx: Trx, { staffId, name, email }: PasswordLink) => {
    const now = clock();
    const purpose = codeRequired(found) ? 'reset' : 'vouched-reset';
    if (!(await spendToken(trx, null, { token, purpose, now }))) throw invalidToken('reset');
    await setPasswordByLink(deps, trx, principal, { hash, network, now });
    await endVouching(trx, [staffId]);
    await enqueueStaffMail(deps, trx, { kind: 'changed', staffId });
    deps.events.record(trx, null, 'password.reset', { principal, name: name || email });
  };
  if (codeRequired(found)) {
    // The person's row is locked: nobody can suspend the person meanwhile.
    await acceptCode(deps, { principal, hasFactor: true, factorGiven: false }, code ?? '', async (trx) =>
      use(trx, await findLink(trx, token, clock())),
    ).catch(async (error: unknown) => {
      if (isWrongCode(error)) await countWrongCode(deps, principal);
      throw error;
    });
  } else {
    await db.withProvider(async (trx) => {
      // In the order of a change of rights.
      await lockRights(trx);
      await lockStaff(trx, found.staffId);
      await use(trx, await findLink(trx, token, clock()));
    });
  }
  deps.log.warn({ by: accountOf(principal) }, 'a member of the staff set a password by a link');
}
