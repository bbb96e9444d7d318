import type { ReactNode } from 'react';
import { dollarAmount, formatTimestamp } from '#shared/kit/text/format.ts';
import type { OrderDetail } from '#shared/orders/orders.ts';
import { CopyButton } from '#web/kit/ui/copy-button.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import styles from './order-detail.module.css';
import { stateOfOrder } from './order-view.ts';

interface OrderHeaderProps {
  order: OrderDetail;
  back: { to: string };
  /** The order's actions; null on a phone, where they are at the bottom of the page. */
  actions: ReactNode;
}

/** 'Orden # {order_id}' with tracking id, date and actions (D1 §2). */
export function OrderHeader({ order, back, actions }: OrderHeaderProps) {
  const state = stateOfOrder(order);
  return (
    <PageHeader
      title={`Orden # ${order.order_id}`}
      back={back}
      badge={state && <StateBadge state={state} />}
      subtitle={
        <>
          <span className={`${styles.id} id-text`}>
            {order.tracking_id}
            <CopyButton text={order.tracking_id} label="Copiar el número de orden" />
          </span>
          <span className="tabular-nums">{formatTimestamp(order.date_time || order.date)}</span>
          {order.delivery_mode?.name && <span>{order.delivery_mode.name}</span>}
          {typeof order.rate_value === 'number' && (
            <span className="tabular-nums">{dollarAmount(order.rate_value)}</span>
          )}
        </>
      }
      actions={actions}
    />
  );
}
