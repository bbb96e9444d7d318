import { shipmentCardActions } from '#shared/rules/detail-actions.ts';
import type { ShipmentRow } from '#shared/shipments.ts';
import { shipmentJob } from '#web/parts/print-button/label-jobs.ts';
import { hasPrintedLabel } from '#web/parts/print-button/outdated-label.tsx';
import { PrintIconButton, printAction } from '#web/parts/print-button/print-button.tsx';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { useTrackingUrl } from '#web/parts/tracking/tracking-url.ts';
import { orderPath, shipmentPath } from '#web/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Ban, ClipboardList, Ellipsis, ExternalLink, FileText, Printer as PrinterIcon } from '#web/ui/icons.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '#web/ui/menu.tsx';
import styles from './shipments.module.css';

/** What a row can do beside leading elsewhere. */
export interface ShipmentActionHandlers {
  printer: Printer;
  /** Asks whether to cancel the shipment with this label; `printed`: its label is on paper. */
  cancel: (label: string, printed: boolean) => void;
}

/** A gateway that doesn't say so is taken by the states of D1 §4. */
const isCancellable = (shipment: ShipmentRow) =>
  shipment.cancellable ?? shipmentCardActions(shipment, { returnFlag: false, reverseLogistics: false }).cancel;

/** What can be done with a shipment at once, and the menu with everything (readings C44). */
export function ShipmentActions({ shipment, printer, cancel }: { shipment: ShipmentRow } & ShipmentActionHandlers) {
  const trackingUrl = useTrackingUrl();
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
          <MenuItem icon={<PrinterIcon />} onSelect={() => void printer.print(job)}>
            {printAction(shipment)}
          </MenuItem>
        )}
        <MenuLink href={trackingUrl(label)} icon={<ExternalLink />}>
          Seguimiento
        </MenuLink>
        {isCancellable(shipment) && (
          <>
            <MenuRule />
            <MenuItem danger icon={<Ban />} onSelect={() => cancel(label, hasPrintedLabel(shipment))}>
              Cancelar envío
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  );
}
