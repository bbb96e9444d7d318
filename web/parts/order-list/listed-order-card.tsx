import type { ReactNode } from 'react';
import { formatDate, money } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { orderPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { OrderActions, type OrderDeeds } from './order-actions.tsx';

export interface ListedOrder extends OrderDeeds {
  order: OrderRow;
  box: ReactNode;
  /** Why it can't be picked, while others are. */
  why: string | null;
}

interface ListedOrderCardProps extends ListedOrder {
  /** How far it is. */
  state: ReactNode;
  /** Whom it goes to, or whom it comes from. */
  person: ReactNode;
  /** What else its list shows of it. */
  children?: ReactNode;
}

/** An order as the phone lists it, whichever the list. */
export function ListedOrderCard({ order, box, why, state, person, children, ...deeds }: ListedOrderCardProps) {
  return (
    <RowCard
      box={box}
      name={<span className="hyphenated-id">{order.order_id}</span>}
      to={orderPath(order.tracking_id)}
      figure={money(order.rate_value)}
      why={why}
      foot={
        <>
          {state}
          <span className="grow" />
          <OrderActions order={order} {...deeds} />
        </>
      }
    >
      <p>{person}</p>
      <p className="muted num">
        {order.tracking_id} · {formatDate(order.date)}
      </p>
      {children}
    </RowCard>
  );
}
