import { EMPTY_VALUE } from '#shared/format.ts';
import type { Payment } from '#shared/money/payments.ts';
import { CollapsibleList } from '#web/parts/list/collapsible-list.tsx';
import { orderPath } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** Orders shown before expanding; a payment may contain hundreds. */
const INITIAL_COUNT = 5;

interface PaymentOrdersProps {
  payment: Payment;
  /** Which number of each order is shown. */
  by: 'order_id' | 'tracking_id';
}

/** The orders of a payment, each a link to its detail. */
export function PaymentOrders({ payment, by }: PaymentOrdersProps) {
  const orders = payment.orders ?? [];
  if (orders.length === 0) return EMPTY_VALUE;
  return (
    <CollapsibleList items={orders} initialCount={INITIAL_COUNT} itemKey={({ tracking_id }) => tracking_id}>
      {(order) => (
        <Link
          className={by === 'order_id' ? 'name-link hyphenated-id' : 'name-link id-text'}
          to={orderPath(order.tracking_id)}
        >
          {order[by]}
        </Link>
      )}
    </CollapsibleList>
  );
}
