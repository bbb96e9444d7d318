import { EMPTY_VALUE } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { badgeColourOf } from '#shared/orders/rules/code/badge-colours.ts';
import { modificationState } from '#web/orders/order/modification-state.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import { CollapsibleList } from '#web/parts/list/collapsible-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LabelMenu } from './label-menu.tsx';
import styles from './reverse-orders.module.css';

/** Labels shown before expanding; an order may have a hundred. */
const INITIAL_COUNT = 3;

/** Returns the name of the buyer whom the parcel is collected from. */
export function customerName({ receiver }: OrderRow): string {
  const full = `${receiver?.first_name ?? ''} ${receiver?.last_name ?? ''}`.trim();
  return full || receiver?.receiver_name || EMPTY_VALUE;
}

/** State of the order and of its last modification request (D2 §2). */
export function States({ order }: { order: OrderRow }) {
  const { order_state, last_modification_incidence_state: last } = order;
  const modification = last && modificationState(last);
  return (
    <span className={styles.states}>
      {order_state?.name ? <StateBadge state={order_state.name} /> : EMPTY_VALUE}
      {modification && (
        <Badge quiet colour={badgeColourOf(modification)}>
          Modificación: {modification}
        </Badge>
      )}
    </span>
  );
}

/** Labels of an order, each with its menu. */
export function Labels({ order, printer }: { order: OrderRow; printer: Printer }) {
  const shippings = order.shippings ?? [];
  if (shippings.length === 0) return order.shippings_text || EMPTY_VALUE;
  return (
    <CollapsibleList items={shippings} initialCount={INITIAL_COUNT} itemKey={({ shipment_id }) => shipment_id}>
      {(shipping) => <LabelMenu order={order} shipping={shipping} printer={printer} />}
    </CollapsibleList>
  );
}
