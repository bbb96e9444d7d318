import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';
import { type ClientPermission, refusalReason, type StaffPermission, userMay } from '#shared/rules/permissions.ts';
import type { Caller, Guard, Operator } from './caller.ts';

/** Permissions of a caller. A missing flag counts as false. */
export type CallerPermissions = Pick<Caller, 'role' | 'termsAccepted' | 'fulfillment'> &
  Partial<Pick<Caller, 'prepago' | 'logistica_inversa'>>;

/**
 * Checks in the order of readings C55: the caller has accepted the newest terms (readings S5), the caller's role has the
 * endpoint's permission, the account has the endpoint's feature.
 *
 * @throws Failure 403
 */
export const guard: Guard<CallerPermissions> = (caller, { access, needs, allowedBeforeTerms }) => {
  if (!caller.termsAccepted && !allowedBeforeTerms) {
    throw new Failure(403, messages.termsRequired, [], { code: 'terms_required' });
  }
  const permission = needs as ClientPermission;
  if (!userMay(caller.role, permission)) {
    throw new Failure(403, refusalReason(caller.role, permission), [], { code: 'permission_required' });
  }
  if (access !== 'public' && access !== 'client' && access !== 'operator' && !caller[access]) {
    throw new Failure(403, messages.feature, [], { code: 'feature_required' });
  }
};

/** Checks that a key has the scope of a call. @throws Failure 403 */
export function guardOperator({ scopes }: Operator, { needs }: AnyEndpoint): void {
  if (scopes === null || scopes.includes(needs as StaffPermission)) return;
  throw new Failure(403, `Esta clave no tiene el alcance ${needs}`, [], { code: 'permission_required' });
}
