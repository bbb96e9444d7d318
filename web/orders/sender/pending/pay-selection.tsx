import type { PendingItem } from '#shared/orders/pending.ts';
import { usePaymentActions } from '#web/money/use-payment-actions.tsx';
import PayBar from '#web/orders/print/pay-bar.tsx';
import { LEAVE } from './selection-bar.tsx';

/** Bar of the selected orders to pay. */
export default function PaySelection({ items, leave }: { items: readonly PendingItem[]; leave: () => void }) {
  const { ask, dialog } = usePaymentActions();
  const selectedRows = items.map(({ thing, amount }) => ({ id: thing.id, order_id: thing.name, rate_value: amount }));
  return (
    <>
      <PayBar bulkAction={{ selectedRows, atLimit: false, leave }} ask={ask} leaveLabel={LEAVE} />
      {dialog}
    </>
  );
}
