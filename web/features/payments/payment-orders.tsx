import { useState } from 'react';
import { NOTHING } from '#shared/format.ts';
import type { Payment } from '#shared/payments.ts';
import { orderPath } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './payments.module.css';

/** Orders that stand in a row at first; a payment may hold hundreds. */
const SHOWN = 5;

interface PaymentOrdersProps {
  payment: Payment;
  /** Which of an order's numbers are listed. */
  by: 'order_id' | 'tracking_id';
}

/** The orders of a payment, each a link to its detail. */
export function PaymentOrders({ payment, by }: PaymentOrdersProps) {
  const orders = payment.orders ?? [];
  const [all, setAll] = useState(false);
  if (orders.length === 0) return NOTHING;
  // One more than fit costs as much as the button that hides it.
  const folds = orders.length > SHOWN + 1;
  const shown = folds && !all ? orders.slice(0, SHOWN) : orders;
  return (
    <span className={styles.orders}>
      {shown.map((order) => (
        <Link
          key={order.tracking_id}
          className={by === 'order_id' ? 'ref own' : 'ref id'}
          to={orderPath(order.tracking_id)}
        >
          {order[by]}
        </Link>
      ))}
      {folds && (
        <button type="button" className="linklike" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Ver menos' : `Ver ${orders.length - SHOWN} más`}
        </button>
      )}
    </span>
  );
}
