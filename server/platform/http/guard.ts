import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import type { Caller, Guard } from './caller.ts';

/** What a caller may do. A flag that is not known is none. */
export type CallerPermissions = Pick<Caller, 'termsAccepted' | 'fulfillment'> &
  Partial<Pick<Caller, 'prepago' | 'logistica_inversa'>>;

/** What a known caller may do: the newest terms come first (readings S5), then the feature that a call belongs to. */
export const guard: Guard<CallerPermissions> = (caller, { access, allowedBeforeTerms }) => {
  if (!caller.termsAccepted && !allowedBeforeTerms) {
    throw new Failure(403, messages.termsRequired, [], { code: 'terms_required' });
  }
  if (access !== 'public' && access !== 'client' && access !== 'operator' && !caller[access]) {
    throw new Failure(403, messages.feature, [], { code: 'feature_required' });
  }
};
