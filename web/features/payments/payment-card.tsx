import { dollarAmount, formatDate } from '#shared/format.ts';
import type { Payment } from '#shared/payments.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { PaymentActions, type PaymentDeeds } from './payment-actions.tsx';
import { PaymentOrders } from './payment-orders.tsx';
import { PaymentBadge, PaymentNews } from './payment-state.tsx';

/** A payment as the phone lists it. */
export function PaymentCard({ payment, ...deeds }: { payment: Payment } & PaymentDeeds) {
  return (
    <RowCard
      name={<>Pago {payment.id}</>}
      figure={<span className="nowrap">{dollarAmount(payment.amount)}</span>}
      foot={
        <>
          <PaymentBadge payment={payment} />
          <span className="grow" />
          <PaymentActions payment={payment} {...deeds} />
        </>
      }
    >
      <p className="muted num">{formatDate(payment.date)}</p>
      <PaymentOrders payment={payment} by="order_id" />
      <PaymentNews payment={payment} />
    </RowCard>
  );
}
