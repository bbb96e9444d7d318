import { type ActionDialog, useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import type { PaymentAction } from './payment-action.ts';

const PaymentDialog = lazyWithPreload(() => import('./payment-dialog.tsx'));

/** Dialog to create and cancel payments, with confirmations and alerts (D1 §2, §8, readings C42). */
export const usePaymentActions = (): ActionDialog<PaymentAction> => useActionDialog(PaymentDialog);
