import { type ReactNode, useMemo } from 'react';
import { usePaymentActions } from '#web/parts/payment-actions/use-payment-actions.tsx';
import { usePrint } from '#web/parts/print-button/use-print.ts';
import { useSenderActions } from '#web/parts/sender-actions/use-sender-actions.tsx';
import type { OrderActionHandlers } from './order-actions.tsx';

interface OrderActionsState {
  /** The same object while nothing is printed, so that a list draws its rows once. */
  actionHandlers: OrderActionHandlers;
  /** The questions that they ask; to be put on the screen once. */
  dialogs: ReactNode;
}

/** What a list of orders lets one do with them: print, cancel, pay. */
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
