import type { OrderRow } from '#shared/orders.ts';
import { orderJob } from '#web/parts/print-button/label-jobs.ts';
import { PrintIconButton } from '#web/parts/print-button/print-button.tsx';
import type { Printer } from '#web/parts/print-button/use-print.ts';
import { useTrackingUrl } from '#web/parts/tracking/tracking-url.ts';
import { orderPath } from '#web/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Ellipsis, ExternalLink, FileText, Printer as PrinterIcon } from '#web/ui/icons.ts';
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx';
import styles from './orders.module.css';

interface OrderActionsProps {
  order: OrderRow;
  printer: Printer;
}

/** What can be done with a row at once, and the menu with everything. */
export function OrderActions({ order, printer }: OrderActionsProps) {
  return (
    <span className={styles.actions}>
      {order.printable && <PrintIconButton printer={printer} job={orderJob(order)} />}
      <OrderMenu order={order} printer={printer} />
    </span>
  );
}

/** Row actions of D1 §2. */
function OrderMenu({ order, printer }: OrderActionsProps) {
  const trackingUrl = useTrackingUrl();
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={`Más acciones de ${order.order_id}`} title="Más acciones" icon={<Ellipsis />} />
      }
    >
      <MenuLink to={orderPath(order.tracking_id)} icon={<FileText />}>
        Ver detalle
      </MenuLink>
      {order.printable && (
        <MenuItem icon={<PrinterIcon />} onSelect={() => printer.print(orderJob(order))}>
          Imprimir
        </MenuItem>
      )}
      <MenuLink href={trackingUrl(order.tracking_id)} icon={<ExternalLink />}>
        Seguimiento
      </MenuLink>
    </Menu>
  );
}
