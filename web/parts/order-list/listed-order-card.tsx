import type { ReactNode } from 'react';
import { formatDate, money } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { orderPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { type OrderActionHandlers, OrderActions } from './order-actions.tsx';

export interface ListedOrder extends OrderActionHandlers {
  order: OrderRow;
  checkbox: ReactNode;
  /** Why it can't be picked, while others are. */
  blockedReason: string | null;
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
export function ListedOrderCard({
  order,
  checkbox,
  blockedReason,
  state,
  person,
  children,
  ...actionHandlers
}: ListedOrderCardProps) {
  return (
    <RowCard
      checkbox={checkbox}
      name={<span className="hyphenated-id">{order.order_id}</span>}
      to={orderPath(order.tracking_id)}
      amount={money(order.rate_value)}
      blockedReason={blockedReason}
      footer={
        <>
          {state}
          <span className="flex-grow" />
          <OrderActions order={order} {...actionHandlers} />
        </>
      }
    >
      <p>{person}</p>
      <p className="muted tabular-nums">
        {order.tracking_id} · {formatDate(order.date)}
      </p>
      {children}
    </RowCard>
  );
}
