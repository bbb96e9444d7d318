import type { ReactNode } from 'react';
import { formatDate, money } from '#shared/kit/text/format.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { RowCard } from '#web/kit/ui/table/row-card.tsx';
import { orderPath } from '#web/paths.ts';
import { type OrderActionHandlers, OrderActions } from './order-actions.tsx';

export interface ListedOrder extends OrderActionHandlers {
  order: OrderRow;
  checkbox: ReactNode;
  /** Why the order can't be selected in the current mode. */
  blockedReason: string | null;
}

interface ListedOrderCardProps extends ListedOrder {
  /** State of the order. */
  state: ReactNode;
  /** Receiver, or the person to collect from. */
  person: ReactNode;
  /** Further content of the list. */
  children?: ReactNode;
}

/** Card of an order in a list on the phone. */
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
      footer={state}
      actions={<OrderActions inCard order={order} {...actionHandlers} />}
    >
      <p>{person}</p>
      <p className="muted tabular-nums">
        {order.tracking_id} · {formatDate(order.date)}
      </p>
      {children}
    </RowCard>
  );
}
