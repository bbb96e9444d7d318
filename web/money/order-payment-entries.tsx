import { type OrderToPay, orderPaymentActions } from '#shared/money/rules/order-payment.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { CreditCard, Undo2 } from '#web/kit/ui/display/icons.ts';
import { MenuItem } from '#web/kit/ui/overlay/menu.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { PayMenuLink } from './pay-link.tsx';
import type { OrderInPayment, PaymentAction } from './payment-action.ts';

/** The payment data of an order in a list or a detail; `merchant_order.id` is our addition. */
export type OrderWithPayment = OrderToPay &
  OrderInPayment & { tracking_id: string; merchant_order?: { id?: number } | null };

interface OrderPaymentEntriesProps {
  order: OrderWithPayment;
  ask: (action: PaymentAction) => void;
}

/** Returns the payment actions of an order; none unless the client is prepaid (D2 §6). */
export function useOrderPayment(order: OrderToPay) {
  const { prepaid } = useClientSession();
  return prepaid ? orderPaymentActions(order) : { payLink: null, generate: false, cancel: false };
}

/** Returns the action that cancels the open payment of an order. */
export function cancellationOf({ order_id, tracking_id, merchant_order }: OrderWithPayment): PaymentAction {
  const id = merchant_order?.id;
  return {
    kind: 'cancel',
    payment: id === undefined ? { trackingId: tracking_id } : { id },
    of: `de la orden ${order_id}`,
  };
}

/** Pagar, Generar pago and Cancelar pago in the menu of an order's row (D1 §2). */
export function OrderPaymentEntries({ order, ask }: OrderPaymentEntriesProps) {
  const noPayments = usePermissionReason('payments');
  const { payLink, generate, cancel } = useOrderPayment(order);
  return (
    <>
      {payLink && <PayMenuLink address={payLink} />}
      {generate && (
        <MenuItem
          disabledReason={noPayments}
          icon={<CreditCard />}
          onSelect={() => ask({ kind: 'generate', orders: [order] })}
        >
          Generar pago
        </MenuItem>
      )}
      {cancel && (
        <MenuItem disabledReason={noPayments} icon={<Undo2 />} onSelect={() => ask(cancellationOf(order))}>
          Cancelar pago
        </MenuItem>
      )}
    </>
  );
}
