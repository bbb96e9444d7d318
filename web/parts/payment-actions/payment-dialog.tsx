import { dollarAmount, integer } from '#shared/format.ts';
import { createPayment } from '#shared/payments.ts';
import { useSend } from '#web/lib/send.ts';
import type { AskedDialogProps } from '#web/parts/asked-dialog/use-asked-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogStub } from '#web/ui/dialog.tsx';
import { Lines } from '#web/ui/panel.tsx';
import { Tear } from '#web/ui/tear.tsx';
import { cancel, payAt } from './do-payment.ts';
import { type OrderInPayment, type PaymentAction, payQuestion, totalOf } from './payment-action.ts';

/** The question before a payment is made or cancelled, and the doing of it. */
export default function PaymentDialog({ action, ...dialog }: AskedDialogProps<PaymentAction>) {
  const { send } = useSend(createPayment);
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
      onConfirm={() => payAt(send({ body: { orders: orders.map(({ id }) => String(id)) } }))}
    >
      <div className="stack">
        <p>{payQuestion(orders)}</p>
        {orders.length > 1 && <Costs orders={orders} />}
      </div>
      <DialogStub>
        <Tear />
        <div>
          <p className="muted">Monto a pagar</p>
          <p className="total">{dollarAmount(totalOf(orders))}</p>
        </div>
      </DialogStub>
    </ConfirmDialog>
  );
}

/** Orders that are listed with what they cost; a payment may take hundreds. */
const SHOWN = 5;

function Costs({ orders }: { orders: readonly OrderInPayment[] }) {
  // The last line stands for one order or for several.
  const shown = orders.length > SHOWN + 1 ? orders.slice(0, SHOWN) : orders;
  const rest = orders.slice(shown.length);
  return (
    <Lines
      items={[
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
