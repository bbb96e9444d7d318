import type { Principal } from '#server/platform/secrets/principal.ts';
import type { Effects, Facts } from './fact.ts';
import { audited } from './factor-facts.ts';

/** A person who acts in a call without a session. */
interface ActingPerson {
  principal: Principal;
  name: string;
}

/** Facts about the password of a user or a member of the staff. */
export const PASSWORD_FACTS = {
  /** The client is null for an unknown address and for the staff: the audit trail doesn't show who is a member. */
  'password.reset_requested': (): Effects => ({ audit: {} }),
  /** A link of a mail set the password, which also activates a user's account. */
  'password.reset': ({ principal, name }: ActingPerson): Effects => ({
    audit: { ...audited(principal).audit, actor: { kind: principal.kind, id: principal.id, name } },
    ...(principal.kind === 'user' && { items: { sort: 'team' } }),
  }),
  'password.changed': audited,
} satisfies Facts;
