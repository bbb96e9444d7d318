import { CANCELLED, CONFIRMED, type PaymentStateId, PENDING } from '#shared/money/rules/payments.ts';
import type { AttentionCode } from '#shared/money/staff-payments.ts';

/** An attempt to pay, as last read from the provider. */
export interface Attempt {
  paymentId: string;
  status: string;
  amountCents: number;
  currency: string;
}

/** Fields of a stored payment that its attempts are compared with. */
export interface PaymentFacts {
  state: PaymentStateId;
  amountCents: number;
  /** Id of the attempt that confirmed the payment. */
  confirmedBy: string | null;
}

/** Result of comparing a payment with all its attempts. */
export interface Reconciliation {
  /** Id of the attempt that confirms the open payment. */
  confirms: string | null;
  /** Id of the attempt that determines the payment's status, and the provider's name of that status. */
  paymentId: string | null;
  status: string | null;
  /** Reason for a manual review. */
  attention: AttentionCode | null;
}

/** Statuses of an attempt whose money went back, or may go back, to the payer. */
const UNDONE: readonly string[] = ['refunded', 'charged_back', 'in_mediation'] satisfies AttentionCode[];

/**
 * Derives a payment's status from all attempts ever read (facts §1.6), so that the sequence of notifications doesn't
 * matter. One approved attempt of the right amount confirms an open payment. Any other approved attempt, and any
 * refund, needs a manual review. A payment never leaves state 56 or 41.
 *
 * @param attempts the last changed first
 */
export function reconcilePayment(
  { state, amountCents, confirmedBy }: PaymentFacts,
  attempts: readonly Attempt[],
): Reconciliation {
  const right = attempts.filter((attempt) => attempt.amountCents === amountCents && attempt.currency === 'ARS');
  const approved = right.filter(({ status }) => status === 'approved');
  const confirms = state === PENDING ? (approved.at(-1)?.paymentId ?? null) : null;
  const booked = state === CONFIRMED ? confirmedBy : confirms;
  const counts = attempts.find(({ paymentId }) => paymentId === booked) ?? right[0] ?? attempts[0];
  return {
    confirms,
    paymentId: counts?.paymentId ?? null,
    status: counts?.status ?? null,
    attention: attention(),
  };

  function attention(): AttentionCode | null {
    if (state === CANCELLED && approved.length > 0) return 'approved_after_cancel';
    if (approved.some(({ paymentId }) => paymentId !== booked)) return 'paid_twice';
    if (attempts.some((attempt) => attempt.status === 'approved' && !right.includes(attempt))) return 'mismatch';
    const undone = booked === null ? undefined : counts?.status;
    return undone !== undefined && UNDONE.includes(undone) ? (undone as AttentionCode) : null;
  }
}
