import type { OrderRow } from '#shared/orders/orders.ts';
import { shipmentState, stateByText } from '#shared/orders/rules/parcel/shipment-states.ts';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { shipmentJob } from '#web/orders/print/label-jobs.ts';
import type { Printer } from '#web/orders/print/use-print.ts';
import { usePermissionReason } from '#web/parts/user/use-permission-reason.ts';
import { shipmentPath } from '#web/paths.ts';
import { ChevronDown, ExternalLink, FileText, Printer as PrinterIcon } from '#web/ui/icons.ts';
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx';
import styles from './reverse-orders.module.css';

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
export function LabelMenu({ order, shipping, printer }: LabelMenuProps) {
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
