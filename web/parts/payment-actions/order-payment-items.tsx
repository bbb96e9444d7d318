import { type OrderToPay, orderPaymentActions } from '#shared/rules/order-payment.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { CreditCard, Undo2 } from '#web/ui/icons.ts';
import { MenuItem } from '#web/ui/menu.tsx';
import { PayMenuLink } from './pay-link.tsx';
import type { OrderInPayment, PaymentAction } from './payment-action.ts';

/** An order of a list or a detail, as far as its payment goes; `merchant_order.id` is an addition. */
export type OrderWithPayment = OrderToPay &
  OrderInPayment & { tracking_id: string; merchant_order?: { id?: number } | null };

interface OrderPaymentItemsProps {
  order: OrderWithPayment;
  ask: (action: PaymentAction) => void;
}

/** What may be done about an order's payment: nothing unless the client pays before sending (D2 §6). */
export function useOrderPayment(order: OrderToPay) {
  const { prepaid } = useClientSession();
  return prepaid ? orderPaymentActions(order) : { payLink: null, generate: false, cancel: false };
}

/** Cancelling the open payment that an order is in. */
export function cancellationOf({ order_id, tracking_id, merchant_order }: OrderWithPayment): PaymentAction {
  const id = merchant_order?.id;
  return {
    kind: 'cancel',
    payment: id === undefined ? { trackingId: tracking_id } : { id },
    of: `de la orden ${order_id}`,
  };
}

/** Pagar, Generar pago and Cancelar pago in the menu of an order's row (D1 §2). */
export function OrderPaymentItems({ order, ask }: OrderPaymentItemsProps) {
  const { payLink, generate, cancel } = useOrderPayment(order);
  return (
    <>
      {payLink && <PayMenuLink address={payLink} />}
      {generate && (
        <MenuItem icon={<CreditCard />} onSelect={() => ask({ kind: 'generate', orders: [order] })}>
          Generar pago
        </MenuItem>
      )}
      {cancel && (
        <MenuItem icon={<Undo2 />} onSelect={() => ask(cancellationOf(order))}>
          Cancelar pago
        </MenuItem>
      )}
    </>
  );
}
