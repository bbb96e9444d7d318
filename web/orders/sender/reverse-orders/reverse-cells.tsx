import { EMPTY_VALUE } from '#shared/kit/text/format.ts';
import type { OrderRow } from '#shared/orders/orders.ts';
import { badgeColourOf } from '#shared/orders/rules/code/badge-colours.ts';
import { shipmentState, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { CollapsibleList } from '#web/kit/list/collapsible-list.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { ChevronDown, ExternalLink, FileText, Printer as PrinterIcon } from '#web/kit/ui/display/icons.ts';
import { Menu, MenuItem, MenuLink } from '#web/kit/ui/overlay/menu.tsx';
import { modificationState } from '#web/orders/order/modification-state.ts';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { shipmentJob } from '#web/orders/print/label-jobs.ts';
import type { Printer } from '#web/orders/print/use-print.ts';
import { shipmentPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './reverse-orders.module.css';

/** Labels shown before expanding; an order may have a hundred. */
const INITIAL_COUNT = 3;

/** Returns the name of the buyer whom the shipment is collected from. */
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

type RowShipping = OrderRow['shippings'][number];

/** True in a final state. Without a state from the gateway, only the order's `printable` flag decides. */
function hasEnded({ state }: RowShipping): boolean {
  const code = stateByText(state ?? '');
  return code !== null && shipmentState(code).final;
}

interface LabelMenuProps {
  order: Pick<OrderRow, 'printable'>;
  shipping: RowShipping;
  printer: Printer;
}

/** A label in a row, with a menu of its shipment's actions (D2 §2, readings C44). */
function LabelMenu({ order, shipping, printer }: LabelMenuProps) {
  const trackingUrl = useTrackingUrl();
  const noOrders = usePermissionReason('orders');
  const label = shipping.shipment_id;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`${styles.label} hyphenated-id`} aria-label={`Acciones del envío ${label}`}>
          {label}
          <ChevronDown className="icon-14" />
        </button>
      }
    >
      <MenuLink to={shipmentPath(shipping)} icon={<FileText />}>
        Ver envío
      </MenuLink>
      {order.printable && !hasEnded(shipping) && (
        <MenuItem
          disabledReason={noOrders}
          icon={<PrinterIcon />}
          onSelect={() => void printer.print(shipmentJob(shipping))}
        >
          Imprimir
        </MenuItem>
      )}
      <MenuLink href={trackingUrl(label)} icon={<ExternalLink />}>
        Seguimiento
      </MenuLink>
    </Menu>
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
