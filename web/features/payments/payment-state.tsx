import type { Payment } from '#shared/payments.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import styles from './payments.module.css';

/** A payment's state, what the provider says meanwhile, and what went wrong with its money. */
export function PaymentState({ payment: { state, detail, attention } }: { payment: Payment }) {
  return (
    <span className={styles.state}>
      {state?.name && <StateBadge state={state.name} />}
      {detail && <span className="muted">{detail}</span>}
      {attention && <strong className="danger-text">{attention}</strong>}
    </span>
  );
}
