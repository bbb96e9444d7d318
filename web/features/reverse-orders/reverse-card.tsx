import { type ListedOrder, ListedOrderCard } from '#web/parts/order-list/listed-order-card.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';

/** A reverse-logistics order as the phone lists it. */
export function ReverseCard(props: ListedOrder) {
  const { order, printer } = props;
  return (
    <ListedOrderCard {...props} state={<States order={order} />} person={customerName(order)}>
      <Labels order={order} printer={printer} />
    </ListedOrderCard>
  );
}
