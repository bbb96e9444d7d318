import { countOf, dollarAmount } from '#shared/format.ts';
import { MAX_ORDERS_PAID } from '#shared/rules/payments.ts';
import { type OrderInPayment, type PaymentAction, totalOf } from '#web/parts/payment-actions/payment-action.ts';
import { CreditCard } from '#web/ui/icons.ts';
import { BatchBar } from './batch-bar.tsx';
import type { Batch } from './use-batch.ts';

interface PayBarProps {
  batch: Pick<Batch<OrderInPayment, string>, 'picked' | 'full' | 'leave'>;
  ask: (action: PaymentAction) => void;
  leaveLabel?: string;
}

/** The bar of the pay mode: what the picked orders cost together. What is picked stays until it is paid or dropped. */
export default function PayBar({ batch, ask, ...rest }: PayBarProps) {
  const { picked, full, leave } = batch;
  const none = picked.length === 0;
  const total = `Total: ${dollarAmount(totalOf(picked))}`;
  return (
    <BatchBar
      count={picked.length}
      summary={
        none
          ? 'Elegí las órdenes que querés pagar'
          : countOf(picked.length, 'orden seleccionada', 'órdenes seleccionadas')
      }
      detail={none ? null : full ? `${total} · Hasta ${MAX_ORDERS_PAID} órdenes por pago` : total}
      action="Pagar"
      icon={<CreditCard />}
      busy={false}
      onRun={() => ask({ kind: 'generate', orders: picked })}
      onLeave={leave}
      {...rest}
    />
  );
}
