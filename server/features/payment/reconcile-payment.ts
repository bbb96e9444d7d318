import type { AttentionCode } from '#shared/ops/payments.ts';
import { CANCELLED, CONFIRMED, type PaymentStateId, PENDING } from '#shared/rules/payments.ts';

/** An attempt to pay, as it was last read from the provider. */
export interface Attempt {
  paymentId: string;
  status: string;
  amountCents: number;
  currency: string;
}

/** What is kept of a payment that its attempts are judged by. */
export interface PaymentFacts {
  state: PaymentStateId;
  amountCents: number;
  /** The attempt that confirmed it. */
  confirmedBy: string | null;
}

/** What the attempts say together. */
export interface Reconciliation {
  /** The attempt that confirms a payment which was open. */
  confirms: string | null;
  /** The attempt that counts, and its state by the provider's word. */
  paymentId: string | null;
  status: string | null;
  /** What somebody must look into. */
  attention: AttentionCode | null;
}

/** What becomes of money that had been paid. */
const UNDONE: readonly string[] = ['refunded', 'charged_back', 'in_mediation'] satisfies AttentionCode[];

/**
 * Judges a payment by all that was ever read of its attempts (facts.md §1.6), so that the order in which they are told
 * doesn't matter: approved money of the right amount confirms an open payment, once; whatever money comes in besides, or
 * goes back, is somebody's to look into. Nothing leads back from 56 or 41.
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
