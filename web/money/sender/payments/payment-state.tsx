import type { Payment } from '#shared/money/payments.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import styles from './payments.module.css';

interface PaymentStateProps {
  payment: Payment;
}

export const PaymentBadge = ({ payment: { state } }: PaymentStateProps) =>
  state?.name ? <StateBadge state={state.name} /> : null;

/** The payment provider's detail of a payment, and a problem that needs attention. */
export function PaymentNotice({ payment: { detail, attention } }: PaymentStateProps) {
  if (!detail && !attention) return null;
  return (
    <span className={styles.notice}>
      {detail && <span className="muted">{detail}</span>}
      {attention && <strong className="danger-text">{attention}</strong>}
    </span>
  );
}
