import type { ReactNode } from 'react';
import { formatDate, money } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { OrderActions, type OrderDeeds } from '#web/parts/order-list/order-actions.tsx';
import { orderPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';

interface ReverseCardProps extends OrderDeeds {
  order: OrderRow;
  box: ReactNode;
  /** Why it can't be picked, while others are. */
  why: string | null;
}

/** A reverse-logistics order as the phone lists it. */
export function ReverseCard({ order, box, why, ...deeds }: ReverseCardProps) {
  return (
    <RowCard
      box={box}
      name={<span className="own">{order.order_id}</span>}
      to={orderPath(order.tracking_id)}
      figure={money(order.rate_value)}
      why={why}
      foot={
        <>
          <States order={order} />
          <span className="grow" />
          <OrderActions order={order} {...deeds} />
        </>
      }
    >
      <p>{customerName(order)}</p>
      <p className="muted num">
        {order.tracking_id} · {formatDate(order.date)}
      </p>
      <Labels order={order} printer={deeds.printer} />
    </RowCard>
  );
}
