import { dollarAmount, integer } from '#shared/kit/text/format.ts';
import { createPayment } from '#shared/money/payments.ts';
import type { ActionDialogProps } from '#web/kit/app/use-action-dialog.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { Perforation } from '#web/kit/ui/display/perforation.tsx';
import { SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import { DialogStub } from '#web/kit/ui/overlay/dialog.tsx';
import { type OrderInPayment, type PaymentAction, paymentConfirmText, totalOf } from './payment-action.ts';
import { cancel, openCheckout } from './run-payment-action.ts';

/** Confirms and runs a payment or its cancellation. */
export default function PaymentDialog({ action, ...dialog }: ActionDialogProps<PaymentAction>) {
  const { send } = useApiMutation(createPayment);
  if (action.kind === 'cancel') {
    return (
      <ConfirmDialog
        {...dialog}
        title={`¿Cancelar el pago ${action.of}?`}
        message="Todas las órdenes de este pago vuelven a quedar pendientes de pago. Podés generar otro cuando quieras."
        confirmText="Cancelar pago"
        danger
        onConfirm={() => cancel(action)}
      />
    );
  }
  const { orders } = action;
  return (
    <ConfirmDialog
      {...dialog}
      title={`Pagar ${orders.length === 1 ? `la orden ${orders[0]?.order_id}` : `${integer(orders.length)} órdenes`}`}
      confirmText="Pagar"
      onConfirm={() => openCheckout(send({ body: { orders: orders.map(({ id }) => id) } }))}
    >
      <div className="stack">
        <p>{paymentConfirmText(orders)}</p>
        {orders.length > 1 && <Costs orders={orders} />}
      </div>
      <DialogStub>
        <Perforation />
        <div>
          <p className="muted">Monto a pagar</p>
          <p className="total-amount">{dollarAmount(totalOf(orders))}</p>
        </div>
      </DialogStub>
    </ConfirmDialog>
  );
}

/** Maximum number of orders listed with their cost; a payment may have hundreds. */
const SHOWN = 5;

function Costs({ orders }: { orders: readonly OrderInPayment[] }) {
  // A last line for the rest would take as much space as a single order.
  const shown = orders.length > SHOWN + 1 ? orders.slice(0, SHOWN) : orders;
  const rest = orders.slice(shown.length);
  return (
    <SummaryLines
      lines={[
        ...shown.map(({ id, order_id, rate_value }) => ({
          key: String(id),
          label: <span className="hyphenated-id">{order_id}</span>,
          value: <span className="nowrap">{dollarAmount(rate_value)}</span>,
        })),
        ...(rest.length > 0
          ? [
              {
                key: 'rest',
                label: `y ${rest.length} más`,
                value: <span className="nowrap">{dollarAmount(totalOf(rest))}</span>,
              },
            ]
          : []),
      ]}
    />
  );
}
