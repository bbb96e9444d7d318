import { NOTHING } from '#shared/format.ts';
import type { OrderRow } from '#shared/orders.ts';
import { badgeOf } from '#shared/rules/badges.ts';
import { Folded } from '#web/parts/list/folded.tsx';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { modificationState } from '#web/parts/state-badge/modification-state.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LabelMenu } from './label-menu.tsx';
import styles from './reverse-orders.module.css';

/** Labels that stand in a row at first; an order may have a hundred. */
const SHOWN = 3;

/** Who the parcel is collected from. */
export function customerName({ receiver }: OrderRow): string {
  const full = `${receiver?.first_name ?? ''} ${receiver?.last_name ?? ''}`.trim();
  return full || receiver?.receiver_name || NOTHING;
}

/** The order's state, and how its last request to be changed stands (D2 §2). */
export function States({ order }: { order: OrderRow }) {
  const { order_state, last_modification_incidence_state: last } = order;
  const modification = last && modificationState(last);
  return (
    <span className={styles.states}>
      {order_state?.name ? <StateBadge state={order_state.name} /> : NOTHING}
      {modification && (
        <Badge quiet colour={badgeOf(modification)}>
          Modificación: {modification}
        </Badge>
      )}
    </span>
  );
}

/** The labels of an order, each with its menu. */
export function Labels({ order, printer }: { order: OrderRow; printer: Printer }) {
  const shippings = order.shippings ?? [];
  if (shippings.length === 0) return order.shippings_text || NOTHING;
  return (
    <Folded items={shippings} most={SHOWN} itemKey={({ shipment_id }) => shipment_id}>
      {(shipping) => <LabelMenu order={order} shipping={shipping} printer={printer} />}
    </Folded>
  );
}
