import { memo } from 'react';
import { EMPTY_VALUE } from '#shared/format.ts';
import { DueNote } from '#web/orders/order/due-note.tsx';
import { type ListedOrder, ListedOrderCard } from '#web/orders/order/listed-order-card.tsx';
import { PrintedNote } from '#web/orders/print/outdated-label.tsx';
import { OrderState } from './order-columns.tsx';

/** An order in the list on a phone. */
export const OrderCard = memo(function OrderCard(props: ListedOrder) {
  const { order } = props;
  return (
    <ListedOrderCard
      {...props}
      state={
        <>
          <OrderState order={order} />
          <PrintedNote {...order} />
        </>
      }
      person={order.receiver?.receiver_name || EMPTY_VALUE}
    >
      <DueNote due={order.due} />
    </ListedOrderCard>
  );
});
