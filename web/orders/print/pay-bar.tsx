import { dollarAmount, pluralize } from '#shared/kit/text/format.ts';
import { MAX_ORDERS_PAID } from '#shared/money/rules/payments.ts';
import { CreditCard } from '#web/kit/ui/display/icons.ts';
import { type OrderInPayment, type PaymentAction, totalOf } from '#web/money/payment-action.ts';
import { BulkActionBar } from './bulk-action-bar.tsx';
import type { BulkAction } from './use-bulk-action.ts';

interface PayBarProps {
  bulkAction: Pick<BulkAction<OrderInPayment, string>, 'selectedRows' | 'atLimit' | 'leave'>;
  ask: (action: PaymentAction) => void;
  leaveLabel?: string;
}

const INVITATION = 'Elegí las órdenes que querés pagar';

/**
 * Bar of the pay mode, with the total cost of the selection. Stays until the orders are paid or the selection is
 * cleared.
 */
export default function PayBar({ bulkAction, ask, ...rest }: PayBarProps) {
  const { selectedRows, atLimit, leave } = bulkAction;
  const none = selectedRows.length === 0;
  const total = `Total: ${dollarAmount(totalOf(selectedRows))}`;
  return (
    <BulkActionBar
      count={selectedRows.length}
      summary={none ? INVITATION : pluralize(selectedRows.length, 'orden seleccionada', 'órdenes seleccionadas')}
      invitation={INVITATION}
      detail={none ? null : atLimit ? `${total} · Hasta ${MAX_ORDERS_PAID} órdenes por pago` : total}
      action="Pagar"
      icon={<CreditCard />}
      busy={false}
      onRun={() => ask({ kind: 'generate', orders: selectedRows })}
      onLeave={leave}
      {...rest}
    />
  );
}
