import type { OrderRow } from '#shared/orders/orders.ts';
import { editButton } from '#shared/orders/rules/detail-actions.ts';
import { type ShipmentStateCode, stateByText } from '#shared/orders/rules/shipment/shipment-states.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { IconButton, IconLink, LinkButton } from '#web/kit/ui/button.tsx';
import {
  Ban,
  Copy,
  CreditCard,
  Ellipsis,
  ExternalLink,
  FileText,
  Pencil,
  Printer as PrinterIcon,
} from '#web/kit/ui/display/icons.ts';
import { Menu, MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import { OrderPaymentEntries, useOrderPayment } from '#web/money/order-payment-entries.tsx';
import { CONTINUE_PAYING, PayButtonLink, PayIconLink } from '#web/money/pay-link.tsx';
import type { PaymentAction } from '#web/money/payment-action.ts';
import { orderJob } from '#web/orders/print/label-jobs.ts';
import { hasPrintedLabel } from '#web/orders/print/outdated-label.tsx';
import { PrintIconButton, printAction } from '#web/orders/print/print-button.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { editOrderPath, orderPath, repeatOrderPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './order-list.module.css';
import { useTrackingUrl } from './tracking-url.ts';

/** Handlers of a row's actions. */
export interface OrderActionHandlers {
  printer: Printer;
  ask: (action: SenderAction) => void;
  pay: (action: PaymentAction) => void;
}

export type OrderActionsProps = OrderActionHandlers & { order: OrderRow };

/**
 * The most frequent actions of a row as buttons, and the menu with all actions.
 *
 * @param inCard true where a button has room for its text
 */
export function OrderActions({ inCard = false, ...props }: OrderActionsProps & { inCard?: boolean }) {
  const { order, printer, pay } = props;
  const noPayments = usePermissionReason('payments');
  const { payLink, generate } = useOrderPayment(order);
  const noOrders = usePermissionReason('orders');
  const correct = needsAddress(order);
  return (
    <span className={styles.actions}>
      {correct && !noOrders && inCard && (
        <LinkButton size="sm" to={editOrderPath(order.tracking_id)} icon={<Pencil />}>
          Corregir dirección
        </LinkButton>
      )}
      {correct && !noOrders && !inCard && (
        <IconLink
          size="sm"
          to={editOrderPath(order.tracking_id)}
          title="Corregir dirección"
          label={`Corregir la dirección de ${order.order_id}`}
          icon={<Pencil />}
        />
      )}
      {payLink && inCard && <PayButtonLink address={payLink}>{CONTINUE_PAYING}</PayButtonLink>}
      {payLink && !inCard && <PayIconLink address={payLink} orderId={order.order_id} />}
      {generate && (
        <IconButton
          size="sm"
          title="Generar pago"
          label={`Generar pago de ${order.order_id}`}
          icon={<CreditCard />}
          disabledReason={noPayments}
          onClick={() => pay({ kind: 'generate', orders: [order] })}
        />
      )}
      {order.printable && <PrintIconButton printer={printer} job={orderJob(order)} action={printAction(order)} />}
      <OrderMenu {...props} />
    </span>
  );
}

/** Returns whether another address helps a shipment of the order: its delivery failed, or the provider asks for the address. */
const needsAddress = ({ can_request_edit, shippings }: OrderRow) =>
  can_request_edit && shippings?.some(({ state }) => ADDRESS_HELPS.has(stateByText(state ?? '')));
const ADDRESS_HELPS = new Set<ShipmentStateCode | null>(['no_entregado', 'direccion_corregir']);

/** The menu of an order's row (D1 §2, D2 §2). */
export function OrderMenu({ order, printer, ask, pay }: OrderActionsProps) {
  const noOrders = usePermissionReason('orders');
  const trackingUrl = useTrackingUrl();
  const edit = editButton(order);
  const repeats = useCapability('repeatOrder');
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
        <MenuItem icon={<PrinterIcon />} disabledReason={noOrders} onSelect={() => printer.print(orderJob(order))}>
          {printAction(order)}
        </MenuItem>
      )}
      <OrderPaymentEntries order={order} ask={pay} />
      <MenuLink href={trackingUrl(order.tracking_id)} icon={<ExternalLink />}>
        Seguimiento
      </MenuLink>
      {edit.show === 'enabled' && !noOrders && (
        <MenuLink to={editOrderPath(order.tracking_id)} icon={<Pencil />}>
          Editar
        </MenuLink>
      )}
      {edit.show !== 'hidden' && (edit.show === 'disabled' || noOrders) && (
        <MenuItem
          icon={<Pencil />}
          disabledReason={noOrders ?? ('tooltip' in edit && edit.tooltip)}
          onSelect={() => {}}
        >
          Editar
        </MenuItem>
      )}
      {repeats && !noOrders && (
        <MenuLink to={repeatOrderPath(order.tracking_id)} icon={<Copy />}>
          Repetir orden
        </MenuLink>
      )}
      {order.cancellable && (
        <>
          <MenuRule />
          <MenuItem
            danger
            disabledReason={noOrders}
            icon={<Ban />}
            onSelect={() =>
              ask({
                kind: 'cancel-order',
                orderId: order.order_id,
                trackingId: order.tracking_id,
                printed: hasPrintedLabel(order),
              })
            }
          >
            Cancelar orden
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
