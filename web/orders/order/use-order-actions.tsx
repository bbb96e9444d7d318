import { type ReactNode, useMemo } from 'react';
import { usePaymentActions } from '#web/money/use-payment-actions.tsx';
import { usePrint } from '#web/orders/print/use-print.ts';
import { useSenderActions } from '#web/orders/sender-actions/use-sender-actions.tsx';
import type { OrderActionHandlers } from './order-actions.tsx';

interface OrderActionsState {
  /** Stable while nothing is printed, so that a list doesn't re-render its rows. */
  actionHandlers: OrderActionHandlers;
  /** Confirmation dialogs of the actions; to be rendered once on the screen. */
  dialogs: ReactNode;
}

/** Provides the actions of a list of orders: print, cancel, pay. */
export function useOrderActions(): OrderActionsState {
  const printer = usePrint();
  const actions = useSenderActions();
  const payments = usePaymentActions();
  const [ask, pay] = [actions.ask, payments.ask];
  return {
    actionHandlers: useMemo(() => ({ printer, ask, pay }), [printer, ask, pay]),
    dialogs: (
      <>
        {actions.dialog}
        {payments.dialog}
      </>
    ),
  };
}
