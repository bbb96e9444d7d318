import type { Principal } from '#server/platform/secrets/principal.ts';
import type { Effects, Facts } from './fact.ts';

/** A row of the audit trail. One about a member of the staff has the person as its target, by whom the provider's activity is searched. */
export const audited = ({ kind, id }: Principal): Effects => ({ audit: kind === 'staff' ? { target: id } : {} });

/** Like `audited`. The team's open items count the users without a second factor. */
const auditedInTeam = (principal: Principal): Effects => ({
  ...audited(principal),
  ...(principal.kind === 'user' && { items: { sort: 'team' } }),
});

/** Like `audited`, with the number of the passkey: a person may have several. */
const auditedPasskey = ({ principal, passkeyId }: { principal: Principal; passkeyId: number }): Effects => ({
  audit: { ...audited(principal).audit, details: { passkey: passkeyId } },
});

/** Facts about the second factor and the passkeys of a user or a member of the staff. */
export const FACTOR_FACTS = {
  /** A new secret awaits its confirmation. */
  'factor.setup_begun': audited,
  'factor.confirmed': auditedInTeam,
  'factor.backup_codes_renewed': audited,
  'factor.removed': auditedInTeam,
  /** The person gave a code for calls that ask for one again. */
  'factor.verified': audited,

  /** The browser got the options to create a passkey. */
  'passkey.creation_begun': audited,
  'passkey.added': auditedPasskey,
  'passkey.removed': auditedPasskey,
  /** The browser got the options to sign with a passkey. */
  'passkey.challenge_requested': audited,
  /** The person gave a passkey instead of a code. */
  'passkey.verified': audited,
} satisfies Facts;
