import { type ReactNode, useMemo } from 'react';
import { usePayments } from '#web/parts/payment-actions/use-payments.tsx';
import { usePrint } from '#web/parts/print-button/use-print.ts';
import { useSenderActions } from '#web/parts/sender-actions/use-sender-actions.tsx';
import type { OrderDeeds } from './order-actions.tsx';

interface OrderDeedsOnScreen {
  /** The same object while nothing is printed, so that a list draws its rows once. */
  deeds: OrderDeeds;
  /** The questions that they ask; to be put on the screen once. */
  dialogs: ReactNode;
}

/** What a list of orders lets one do with them: print, cancel, pay. */
export function useOrderDeeds(): OrderDeedsOnScreen {
  const printer = usePrint();
  const actions = useSenderActions();
  const payments = usePayments();
  const [ask, pay] = [actions.ask, payments.ask];
  return {
    deeds: useMemo(() => ({ printer, ask, pay }), [printer, ask, pay]),
    dialogs: (
      <>
        {actions.dialog}
        {payments.dialog}
      </>
    ),
  };
}
