import type { ReactNode } from 'react';
import { formatDate, money, NOTHING } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { orderPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderState } from './order-columns.tsx';

interface OrderCardProps {
  order: OrderRow;
  box: ReactNode;
  printer: Printer;
}

/** An order as the phone lists it. */
export function OrderCard({ order, box, printer }: OrderCardProps) {
  return (
    <RowCard
      box={box}
      name={<span className="own">{order.order_id}</span>}
      to={orderPath(order.tracking_id)}
      figure={money(order.rate_value)}
      foot={
        <>
          <OrderState order={order} />
          <span className="muted">{order.printed_by_client ? 'Impreso' : 'Sin imprimir'}</span>
          <span className="grow" />
          <OrderActions order={order} printer={printer} />
        </>
      }
    >
      <p>{order.receiver?.receiver_name || NOTHING}</p>
      <p className="muted num">
        {order.tracking_id} · {formatDate(order.date)}
      </p>
    </RowCard>
  );
}
