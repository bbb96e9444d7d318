import { dollarAmount, formatDate } from '#shared/format.ts';
import type { Payment } from '#shared/money/payments.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { type PaymentActionHandlers, PaymentActions } from './payment-actions.tsx';
import { PaymentOrders } from './payment-orders.tsx';
import { PaymentBadge, PaymentNotice } from './payment-state.tsx';

/** A payment in the list on a phone. */
export function PaymentCard({ payment, ...actionHandlers }: { payment: Payment } & PaymentActionHandlers) {
  return (
    <RowCard
      name={<>Pago {payment.id}</>}
      amount={<span className="nowrap">{dollarAmount(payment.amount)}</span>}
      footer={<PaymentBadge payment={payment} />}
      actions={<PaymentActions payment={payment} {...actionHandlers} />}
    >
      <p className="muted tabular-nums">{formatDate(payment.date)}</p>
      <PaymentOrders payment={payment} by="order_id" />
      <PaymentNotice payment={payment} />
    </RowCard>
  );
}
