import type { Actor } from '#server/platform/audit-context.ts';
import type { ChangeAddress } from '#shared/people/email-change.ts';
import type { UserRole } from '#shared/people/rules/permissions.ts';
import { changed, type Effects, type Facts } from './fact.ts';

/** A user by id. */
interface User {
  id: number;
}

/** A user who acts in a call without a session. */
interface ActingUser extends User {
  username: string;
}

/** The user as the actor of a call without a session. */
const byUser = ({ id, username }: ActingUser): Actor => ({ kind: 'user', id, name: username });

/** Facts about a company's people: registration, terms, sessions, required second factors, the team and its e-mails. */
export const PEOPLE_FACTS = {
  // Registration and activation
  'user.registered': ({ id, username }: ActingUser): Effects => ({
    audit: { actor: byUser({ id, username }) },
  }),
  /** The form of an existing account, with its e-mail and password, was sent again. */
  'user.registration_repeated': (): Effects => ({ audit: {} }),
  /** Another registration replaced that of an account that isn't activated. */
  'user.registration_replaced': (): Effects => ({ audit: {} }),
  /** A registration used the e-mail of an active account. */
  'user.registration_refused': (): Effects => ({ audit: {} }),
  /** The client is null for an unknown address. */
  'user.activation_requested': (): Effects => ({ audit: {} }),
  'user.activated': ({ id, username }: ActingUser): Effects => ({
    audit: { actor: byUser({ id, username }) },
    items: { sort: 'team' },
  }),

  // Terms
  'terms.accepted': ({ id }: { id: number }): Effects => ({ audit: { target: id } }),

  // Sessions
  /** A login opened a session, which may lack its second step. `ended` is the number of other sessions that it ended. */
  'session.opened': ({ id, username, ended }: ActingUser & { ended: number }): Effects => ({
    audit: {
      actor: byUser({ id, username }),
      ...(ended > 0 && { details: { ended_sessions: ended } }),
    },
  }),
  /** A logout. */
  'session.ended': ({ id, username }: ActingUser): Effects => ({
    audit: { actor: byUser({ id, username }) },
  }),
  /** The user ended one of the own sessions in the list of sessions. */
  'session.revoked': (): Effects => ({ audit: {} }),
  /** The user ended all own sessions except the one of the call. */
  'session.others_revoked': (): Effects => ({ audit: {} }),

  // Second factor in a company
  /** The company requires a second factor from a day on. */
  'factor.required': (): Effects => ({ audit: {}, changes: changed('account') }),
  'factor.requirement_ended': (): Effects => ({ audit: {}, changes: changed('account') }),
  /** A colleague gave the user a code for one login. */
  'factor.recovery_code_given': ({ id }: User): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),

  // Recovery of the only owner's second factor by two people of the provider
  'factor.recovery_requested': ({ id }: User): Effects => ({ audit: { target: id } }),
  'factor.recovery_approved': ({ id }: User): Effects => ({ audit: { target: id } }),
  /** The provider gave the code. */
  'factor.recovery_completed': ({ id }: User): Effects => ({ audit: { target: id } }),
  /** The owner stopped the recovery by the link of a mail. */
  'factor.recovery_stopped': ({ id, username }: ActingUser): Effects => ({
    audit: { actor: byUser({ id, username }) },
  }),

  // Invitations to a company
  'invitation.sent': ({ id, role }: { id: number; role: UserRole }): Effects => ({
    audit: { target: id, details: { role } },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  'invitation.resent': ({ id }: { id: number }): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  'invitation.withdrawn': ({ id }: { id: number }): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  'invitation.accepted': ({ id, role, user }: { id: number; role: UserRole; user: ActingUser }): Effects => ({
    audit: { target: id, details: { role }, actor: byUser(user) },
    changes: changed('account'),
    items: { sort: 'team' },
  }),

  // Members of a company
  'user.role_changed': ({ id, role }: User & { role: UserRole }): Effects => ({
    audit: { target: id, details: { role } },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  'user.suspended': ({ id }: User): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  'user.resumed': ({ id }: User): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  /** A colleague removed the user. */
  'user.removed': ({ id }: User): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  /** The user left the company. */
  'user.left': ({ id }: User): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: { sort: 'team' },
  }),
  /** The user's personal data was masked. `removed`: whether the erasure also removed the user from the company. */
  'user.erased': ({ id, removed }: User & { removed: boolean }): Effects => ({
    audit: { target: id },
    changes: changed('account'),
    items: removed ? { sort: 'team' } : undefined,
  }),
  /** The provider exported the user's personal data. */
  'user.exported': ({ id }: User): Effects => ({ audit: { target: id } }),

  // E-mail of a user
  'email.change_requested': ({ id }: User): Effects => ({ audit: { target: id }, changes: changed('account') }),
  /** One of the two addresses confirmed the change. `done`: whether the other one had confirmed it before. */
  'email.change_confirmed': (data: ActingUser & { address: ChangeAddress; done: boolean }): Effects => ({
    audit: {
      target: data.id,
      details: { address: data.address, done: data.done },
      actor: byUser(data),
    },
    changes: changed('account'),
  }),
  'email.change_withdrawn': ({ id, username }: ActingUser): Effects => ({
    audit: { target: id, actor: byUser({ id, username }) },
    changes: changed('account'),
  }),
  /** The former address stopped the provider's correction. */
  'email.correction_stopped': ({ id, username }: ActingUser): Effects => ({
    audit: { target: id, actor: byUser({ id, username }) },
    changes: changed('account'),
  }),
} satisfies Facts;
