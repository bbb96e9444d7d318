import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { approvalReason, blockedMessage } from '#shared/people/rules/approval.ts';
import { type ClientPermission, refusalReason, type UserRole } from '#shared/people/rules/permissions.ts';
import { SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { FACTOR_REQUIRED, STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import type { Refused } from './access-table.ts';

/** A call by a caller, with its expected and its actual answer: `permitted`, or status, code and message of a refusal. */
export interface AccessCase {
  caller: string;
  call: string;
  expected: string;
  got: string;
}

/** Answer to a call that access control doesn't refuse. */
export const PERMITTED = 'permitted';

/** Returns a line for each case with an unexpected answer. */
export function differences(cases: readonly AccessCase[]): string[] {
  // A list without cases would prove nothing.
  if (cases.length === 0) return ['no case'];
  return cases
    .filter(({ expected, got }) => expected !== got)
    .map(({ caller, call, expected, got }) => `${caller} × ${call}: expected ${expected}, got ${got}`);
}

/** Returns the text of a refusal: status, code and message, as far as it has them. */
export const refusalText = (status: number, code?: string, message?: string): string =>
  [status, code, message].filter((part) => part !== undefined).join(' ');

/** Reason of all blocks in these tests. */
export const BLOCK_REASON = 'Deuda vencida';

/** Who is refused, for the message; without a reason of a block or a rejection, that of `putIntoState`. */
interface RefusedUser {
  role?: UserRole;
  rejectionReason?: string | null;
}

/** Returns the message of a refusal of a client's call. */
function clientMessage(
  code: string | undefined,
  { role = 'owner', rejectionReason = null }: RefusedUser,
  needs: AnyEndpoint['needs'],
): string | undefined {
  switch (code) {
    case 'permission_required':
      return refusalReason(role, needs as ClientPermission);
    case 'approval_required':
      return approvalReason({ approved: false, rejectionReason }) ?? undefined;
    case 'blocked':
      return blockedMessage(BLOCK_REASON);
    case 'terms_required':
      return messages.termsRequired;
    case 'feature_required':
      return messages.feature;
    case 'second_factor_required':
      return FACTOR_REQUIRED;
    case 'factor_setup_required':
      return SET_UP_REQUIRED;
    case 'step_up_required':
      return STEP_UP_REQUIRED;
    default:
      return undefined;
  }
}

/** Returns the expected answer to a client's call: a refusal with its message, or `permitted`. */
export function clientAnswer(refused: Refused | null, user: RefusedUser, { needs }: AnyEndpoint): string {
  if (!refused) return PERMITTED;
  const [status, code] = refused;
  return refusalText(status, code, clientMessage(code, user, needs));
}
