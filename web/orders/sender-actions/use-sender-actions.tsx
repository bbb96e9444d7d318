import { type ActionDialog, useActionDialog } from '#web/kit/app/use-action-dialog.tsx';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import type { SenderAction } from './sender-action.ts';

const SenderActionDialog = lazyWithPreload(() => import('./sender-action-dialog.tsx'));

/** Dialog for cancellations, returns and reverse logistics, with confirmations and alerts (D1 §4, §8). */
export const useSenderActions = (): ActionDialog<SenderAction> => useActionDialog(SenderActionDialog);
