import { lazyPart } from '#web/lib/lazy-part.ts';
import { type Asking, useAskedDialog } from '#web/parts/asked-dialog/use-asked-dialog.tsx';
import type { PaymentAction } from './payment-action.ts';

const PaymentDialog = lazyPart(() => import('./payment-dialog.tsx'));

/** Making and cancelling payments: each asked about, done, and told when it fails (D1 §2, §8, readings C42). */
export const usePayments = (): Asking<PaymentAction> => useAskedDialog(PaymentDialog);
