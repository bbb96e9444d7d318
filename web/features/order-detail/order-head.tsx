import type { ReactNode } from 'react';
import { dollarAmount, formatTimestamp } from '#shared/format.ts';
import type { OrderDetail } from '#shared/orders.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import styles from './order-detail.module.css';
import { stateOfOrder } from './order-on-screen.ts';

interface OrderHeadProps {
  order: OrderDetail;
  back: { to: string };
  /** What can be done with it; on the phone it stands elsewhere. */
  actions: ReactNode;
}

/** 'Orden # {order_id}' with its tracking id, its date and what may be done with it (D1 §2). */
export function OrderHead({ order, back, actions }: OrderHeadProps) {
  const state = stateOfOrder(order);
  return (
    <PageHead
      title={`Orden # ${order.order_id}`}
      back={back}
      badge={state && <StateBadge state={state} />}
      sub={
        <>
          <span className={`${styles.id} id`}>
            {order.tracking_id}
            <CopyButton text={order.tracking_id} label="Copiar el número de orden" />
          </span>
          <span className="num">{formatTimestamp(order.date_time || order.date)}</span>
          {order.delivery_mode?.name && <span>{order.delivery_mode.name}</span>}
          {typeof order.rate_value === 'number' && <span className="num">{dollarAmount(order.rate_value)}</span>}
        </>
      }
      actions={actions}
    />
  );
}
