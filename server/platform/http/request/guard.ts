import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { approvalReason, blockedMessage, needsApproval } from '#shared/people/rules/approval.ts';
import { type ClientPermission, refusalReason, userMay } from '#shared/people/rules/permissions.ts';
import { SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { type StaffPermission, staffMay, staffRefusalReason } from '#shared/people/rules/staff-permissions.ts';
import { FACTOR_REQUIRED, STEP_UP_MINUTES, STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import type { Caller, Guard, ProviderCaller, StaffCaller } from './caller.ts';

/** Permissions of a caller. A missing flag counts as false; a caller without a decision of the provider counts as approved. */
export type CallerPermissions = Pick<Caller, 'role' | 'termsAccepted' | 'fulfillment'> &
  Partial<Pick<Caller, 'prepago' | 'logistica_inversa' | 'approved' | 'rejectionReason' | 'blockedReason'>> &
  Partial<FactorState>;

type FactorState = Pick<Caller, 'hasFactor' | 'factorGiven' | 'setUpDue'>;

/** Whether a session lacks its second step. */
export const factorDue = ({ hasFactor = false, factorGiven = false }: Partial<FactorState>): boolean =>
  hasFactor && !factorGiven;

/** Whether a session permits more than its second step or the set-up of the second factor. */
export const isWhole = (caller: FactorState): boolean => !factorDue(caller) && !caller.setUpDue;

/**
 * Checks in the order of readings C55: the session has its second step, the user has the second factor that the company requires, the
 * caller isn't blocked, the client is approved for calls that write (readings C52), the caller has accepted the terms that bind
 * (readings S5), the caller's role has the endpoint's permission, the account has the endpoint's feature.
 *
 * @throws Failure 403
 */
export const guard: Guard<CallerPermissions> = (caller, endpoint) => {
  const { access, needs, allowedBeforeTerms } = endpoint;
  if (factorDue(caller) && !endpoint.allowedBeforeFactor) {
    throw new Failure(403, FACTOR_REQUIRED, [], { code: 'second_factor_required' });
  }
  if (caller.setUpDue && !endpoint.allowedBeforeSetUp) {
    throw new Failure(403, SET_UP_REQUIRED, [], { code: 'factor_setup_required' });
  }
  const { approved = true, rejectionReason = null, blockedReason = null } = caller;
  if (blockedReason !== null) throw new Failure(403, blockedMessage(blockedReason), [], { code: 'blocked' });
  const unapproved = needsApproval(endpoint) && approvalReason({ approved, rejectionReason });
  if (unapproved) throw new Failure(403, unapproved, [], { code: 'approval_required' });
  if (!caller.termsAccepted && !allowedBeforeTerms) {
    throw new Failure(403, messages.termsRequired, [], { code: 'terms_required' });
  }
  const permission = needs as ClientPermission;
  if (!userMay(caller.role, permission)) {
    throw new Failure(403, refusalReason(caller.role, permission), [], { code: 'permission_required' });
  }
  const feature = access === 'prepago' || access === 'logistica_inversa' || access === 'fulfillment' ? access : null;
  if (feature && !caller[feature]) {
    throw new Failure(403, messages.feature, [], { code: 'feature_required' });
  }
};

/** Whether a code was given within the last ten minutes. @param codeAt null if none was given */
export const codeIsRecent = (codeAt: Date | null, now: Date): boolean =>
  codeAt !== null && now.getTime() - codeAt.getTime() < STEP_UP_MINUTES * MINUTE_MS;

/** Asks a caller who has a second factor for a code again, for calls with `stepUp`. @throws Failure 403 */
export function guardStepUp(caller: Caller, { stepUp }: AnyEndpoint, now: Date): void {
  if (!stepUp || !caller.hasFactor || codeIsRecent(caller.codeAt, now)) return;
  throw stepUpRequired();
}

const stepUpRequired = () => new Failure(403, STEP_UP_REQUIRED, [], { code: 'step_up_required' });

/**
 * Checks in the order of readings C55: the session has its second step, the person isn't suspended.
 *
 * @throws Failure 403
 */
export function guardStaff(
  { factorGiven, suspended }: StaffCaller,
  endpoint: Pick<AnyEndpoint, 'allowedBeforeFactor'> = {},
): void {
  if (!factorGiven && !endpoint.allowedBeforeFactor) {
    throw new Failure(403, FACTOR_REQUIRED, [], { code: 'second_factor_required' });
  }
  if (suspended) throw new Failure(403, SUSPENDED, [], { code: 'suspended' });
}

/** Asks a member of the staff for the second step again, for calls with `stepUp`. @throws Failure 403 */
export function guardStaffStepUp({ hasFactor, codeRecent }: StaffCaller, { stepUp }: AnyEndpoint): void {
  if (stepUp && hasFactor && !codeRecent) throw stepUpRequired();
}

/** Message for a suspended person. */
export const SUSPENDED = 'Tu acceso está suspendido. Hablá con un administrador';

/** Whether a key's scopes, or a person's role, contain a permission. */
export const hasPermission = (caller: ProviderCaller, permission: StaffPermission): boolean =>
  'role' in caller ? staffMay(caller.role, permission) : caller.scopes === null || caller.scopes.includes(permission);

/** Checks that a key has the scope of a call, or that a person's session and role permit it. @throws Failure 403 */
export function guardProvider(caller: ProviderCaller, endpoint: AnyEndpoint): void {
  const permission = endpoint.needs as StaffPermission;
  if ('role' in caller) {
    guardStaff(caller, endpoint);
    if (!hasPermission(caller, permission)) {
      throw new Failure(403, staffRefusalReason(caller.role, permission), [], { code: 'permission_required' });
    }
    guardStaffStepUp(caller, endpoint);
    return;
  }
  if (hasPermission(caller, permission)) return;
  throw new Failure(403, `Esta clave no tiene el alcance ${permission}`, [], { code: 'permission_required' });
}
