import type { ReactNode } from 'react';
import { formatDate, money, NOTHING } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { OrderActions, type OrderDeeds } from '#web/parts/order-list/order-actions.tsx';
import { orderPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { OrderState } from './order-columns.tsx';

interface OrderCardProps extends OrderDeeds {
  order: OrderRow;
  box: ReactNode;
  /** Why it can't be picked, while others are. */
  why: string | null;
}

/** An order as the phone lists it. */
export function OrderCard({ order, box, why, ...deeds }: OrderCardProps) {
  return (
    <RowCard
      box={box}
      name={<span className="own">{order.order_id}</span>}
      to={orderPath(order.tracking_id)}
      figure={money(order.rate_value)}
      why={why}
      foot={
        <>
          <OrderState order={order} />
          <span className="muted">{order.printed_by_client ? 'Impreso' : 'Sin imprimir'}</span>
          <span className="grow" />
          <OrderActions order={order} {...deeds} />
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
