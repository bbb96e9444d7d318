import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { joinSentences } from '#shared/kit/text/sentences.ts';

/** Who may register: anybody at once, anybody with the provider's approval, or nobody. */
export const REGISTRATION_MODES = ['open', 'approval', 'closed'] as const;

/** What the provider decided about a client's registration. */
export interface Approval {
  approved: boolean;
  /** The provider's reason; null unless the registration was rejected. */
  rejectionReason: string | null;
}

/** Whether a call needs an approved client: a call that writes, except those about the caller's own access. */
export function needsApproval({ method, audit, needs, allowedBeforeApproval }: AnyEndpoint): boolean {
  return method !== 'GET' && Boolean(audit) && needs !== 'own' && !allowedBeforeApproval;
}

/** Returns the Spanish reason why a client can't write yet; null for an approved client. */
export function approvalReason({ approved, rejectionReason }: Approval): string | null {
  if (approved) return null;
  if (rejectionReason !== null) return `No aprobamos tu cuenta: ${rejectionReason}`;
  return 'Tu cuenta está en revisión: podés ver todo y cotizar. Te avisamos por mail cuando puedas crear órdenes';
}

/** Returns the Spanish message for a blocked client or user. */
export const blockedMessage = (reason: string) =>
  joinSentences([`Tu cuenta está bloqueada: ${reason}`, 'Comunicate con soporte para resolverlo']);
