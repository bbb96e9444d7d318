import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Caller, Guard } from './caller.ts';

/** Permissions of a caller. A missing flag counts as false. */
export type CallerPermissions = Pick<Caller, 'termsAccepted' | 'fulfillment'> &
  Partial<Pick<Caller, 'prepago' | 'logistica_inversa'>>;

/**
 * Checks first that the caller has accepted the newest terms (readings S5), then that the account has the endpoint's feature.
 *
 * @throws Failure 403
 */
export const guard: Guard<CallerPermissions> = (caller, { access, allowedBeforeTerms }) => {
  if (!caller.termsAccepted && !allowedBeforeTerms) {
    throw new Failure(403, messages.termsRequired, [], { code: 'terms_required' });
  }
  if (access !== 'public' && access !== 'client' && access !== 'operator' && !caller[access]) {
    throw new Failure(403, messages.feature, [], { code: 'feature_required' });
  }
};
