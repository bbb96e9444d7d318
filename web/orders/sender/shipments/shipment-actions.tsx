import { shipmentCardActions } from '#shared/orders/rules/detail-actions.ts';
import type { ShipmentRow } from '#shared/orders/shipments.ts';
import { IconButton } from '#web/kit/ui/button.tsx';
import {
  Ban,
  ClipboardList,
  Ellipsis,
  ExternalLink,
  FileText,
  Printer as PrinterIcon,
} from '#web/kit/ui/display/icons.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { shipmentJob } from '#web/orders/print/label-jobs.ts';
import { hasPrintedLabel } from '#web/orders/print/outdated-label.tsx';
import { PrintIconButton, printAction } from '#web/orders/print/print-button.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import { orderPath, shipmentPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './shipments.module.css';

/** Handlers of a row's actions. */
export interface ShipmentActionHandlers {
  printer: Printer;
  /** Opens the cancellation of the shipment with this label. `printed` is true when the label was printed. */
  cancel: (label: string, printed: boolean) => void;
}

/** Returns the gateway's flag, or derives it from the state when the gateway omits it (D1 §4). */
const isCancellable = (shipment: ShipmentRow) =>
  shipment.cancellable ?? shipmentCardActions(shipment, { returnFlag: false, reverseLogistics: false }).cancel;

/** The print button and the menu with all actions of a shipment (readings C44). */
export function ShipmentActions({ shipment, printer, cancel }: { shipment: ShipmentRow } & ShipmentActionHandlers) {
  const trackingUrl = useTrackingUrl();
  const noOrders = usePermissionReason('orders');
  const label = shipment.shipment_id;
  const job = shipmentJob(shipment);
  return (
    <span className={styles.actions}>
      {shipment.printable && <PrintIconButton printer={printer} job={job} action={printAction(shipment)} />}
      <Menu
        trigger={<IconButton size="sm" label={`Más acciones de ${label}`} title="Más acciones" icon={<Ellipsis />} />}
      >
        <MenuLink to={shipmentPath(shipment)} icon={<FileText />}>
          Ver envío
        </MenuLink>
        {shipment.tracking_id && (
          <MenuLink to={orderPath(shipment.tracking_id)} icon={<ClipboardList />}>
            Ver orden
          </MenuLink>
        )}
        {shipment.printable && (
          <MenuItem disabledReason={noOrders} icon={<PrinterIcon />} onSelect={() => void printer.print(job)}>
            {printAction(shipment)}
          </MenuItem>
        )}
        <MenuLink href={trackingUrl(label)} icon={<ExternalLink />}>
          Seguimiento
        </MenuLink>
        {isCancellable(shipment) && (
          <>
            <MenuRule />
            <MenuItem
              disabledReason={noOrders}
              danger
              icon={<Ban />}
              onSelect={() => cancel(label, hasPrintedLabel(shipment))}
            >
              Cancelar envío
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  );
}
