import { lazyPart } from '#web/lib/lazy-part.ts';
import { type Asking, useAskedDialog } from '#web/parts/asked-dialog/use-asked-dialog.tsx';
import type { SenderAction } from './sender-action.ts';

const SenderDialog = lazyPart(() => import('./sender-dialog.tsx'));

/** Cancellations, returns and reverse logistics: each asked about, done, and told (D1 §4, §8). */
export const useSenderActions = (): Asking<SenderAction> => useAskedDialog(SenderDialog);
