import type { OrderDetail } from '#shared/orders/orders.ts';
import { orderHeaderActions } from '#shared/orders/rules/detail-actions.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { AnchorButton, Button, LinkButton } from '#web/kit/ui/button.tsx';
import {
  Ban,
  ChevronDown,
  Copy,
  CreditCard,
  ExternalLink,
  Pencil,
  Printer as PrinterIcon,
  Undo2,
} from '#web/kit/ui/display/icons.ts';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { Menu, MenuItem, MenuLink } from '#web/kit/ui/overlay/menu.tsx';
import { cancellationOf, useOrderPayment } from '#web/money/order-payment-entries.tsx';
import { PayButtonLink } from '#web/money/pay-link.tsx';
import type { PaymentAction } from '#web/money/payment-action.ts';
import { useTrackingUrl } from '#web/orders/order/tracking-url.ts';
import { orderJob } from '#web/orders/print/label-jobs.ts';
import { hasPrintedLabel } from '#web/orders/print/outdated-label.tsx';
import { printAction } from '#web/orders/print/print-button.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import type { SenderAction } from '#web/orders/sender-actions/sender-action.ts';
import { editOrderPath, repeatOrderPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import type { NextStep } from './next-step.ts';
import { toOrderView } from './order-view.ts';
import { useDetailScreen } from './use-detail-screen.ts';

interface OrderActionsProps {
  order: OrderDetail;
  /** Incident of a shipment, whose action comes before printing; null without one. */
  incident: NextStep | null;
  printer: Printer;
  ask: (action: SenderAction) => void;
  pay: (action: PaymentAction) => void;
}

/** Actions of the order (D1 §2, §4): beside its title, on a phone at the bottom of the page. */
export function OrderActions({ order, incident, printer, ask, pay }: OrderActionsProps) {
  const phone = useMediaQuery(PHONE);
  const trackingUrl = useTrackingUrl();
  const actions = orderHeaderActions(toOrderView(order), useDetailScreen());
  const { order_id: orderId, tracking_id: trackingId } = order;
  const labels = (order.shippings ?? []).map(({ shipment_id }) => shipment_id);
  const noOrders = usePermissionReason('orders');
  const noPayments = usePermissionReason('payments');
  const job = orderJob(order);
  const repeat = useCapability('repeatOrder') && !noOrders ? repeatOrderPath(trackingId) : null;
  const payment = useOrderPayment(order);
  const tracking = trackingUrl(trackingId);
  const cancel = {
    shown: actions.cancel.show !== 'hidden',
    reason: noOrders ?? ('tooltip' in actions.cancel && actions.cancel.tooltip),
  };
  const printed = (order.shippings ?? []).some(hasPrintedLabel);
  const cancelOrder = () => ask({ kind: 'cancel-order', orderId, trackingId, printed });
  const returnOrder = () => ask({ kind: 'return-order', orderId, labels });
  const createReverseOrder = () => ask({ kind: 'reverse', trackingId, labels, whole: true });
  const payOrder = () => pay({ kind: 'generate', orders: [order] });
  const cancelPayment = () => pay(cancellationOf(order));
  const payButton = payment.generate ? (
    <Button variant="primary" icon={<CreditCard />} disabledReason={noPayments} onClick={payOrder}>
      Pagar
    </Button>
  ) : (
    payment.payLink && (
      <PayButtonLink primary address={payment.payLink}>
        Continuar el pago
      </PayButtonLink>
    )
  );
  const correct = incident?.action === 'edit' && (
    <LinkButton variant="primary" to={editOrderPath(trackingId)} icon={<Pencil />} disabledReason={noOrders}>
      Corregir dirección
    </LinkButton>
  );
  const print = actions.print && (
    <Button
      variant={incident ? 'secondary' : 'primary'}
      icon={<PrinterIcon />}
      disabledReason={noOrders}
      busy={printer.working === job.key}
      onClick={() => printer.print(job)}
    >
      {printAction(order)} etiquetas
    </Button>
  );

  if (phone) {
    return (
      <>
        <Menu trigger={<Button icon={<ChevronDown />}>Más acciones</Button>}>
          <MenuLink href={tracking} icon={<ExternalLink />}>
            Seguimiento
          </MenuLink>
          {repeat && (
            <MenuLink to={repeat} icon={<Copy />}>
              Repetir orden
            </MenuLink>
          )}
          {actions.reverseLogistics && (
            <MenuItem icon={<Undo2 />} disabledReason={noOrders} onSelect={createReverseOrder}>
              Logística inversa
            </MenuItem>
          )}
          {actions.return && (
            <MenuItem icon={<Undo2 />} disabledReason={noOrders} onSelect={returnOrder}>
              Solicitar devolución
            </MenuItem>
          )}
          {payment.cancel && (
            <MenuItem icon={<Undo2 />} disabledReason={noPayments} onSelect={cancelPayment}>
              Cancelar pago
            </MenuItem>
          )}
          {cancel.shown && (
            <MenuItem icon={<Ban />} danger onSelect={cancelOrder} disabledReason={cancel.reason}>
              Cancelar orden
            </MenuItem>
          )}
        </Menu>
        {payButton}
        {print}
        {correct}
      </>
    );
  }
  return (
    <>
      <AnchorButton href={tracking} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
        Seguimiento
      </AnchorButton>
      {repeat && (
        <LinkButton to={repeat} icon={<Copy />}>
          Repetir
        </LinkButton>
      )}
      {actions.reverseLogistics && (
        <Button icon={<Undo2 />} disabledReason={noOrders} onClick={createReverseOrder}>
          Logística inversa
        </Button>
      )}
      {actions.return && (
        <Button icon={<Undo2 />} disabledReason={noOrders} onClick={returnOrder}>
          Solicitar devolución
        </Button>
      )}
      {payment.cancel && (
        <Button icon={<Undo2 />} disabledReason={noPayments} onClick={cancelPayment}>
          Cancelar pago
        </Button>
      )}
      {cancel.shown && (
        <Button variant="danger" icon={<Ban />} onClick={cancelOrder} disabledReason={cancel.reason}>
          Cancelar orden
        </Button>
      )}
      {payButton}
      {print}
      {correct}
    </>
  );
}
