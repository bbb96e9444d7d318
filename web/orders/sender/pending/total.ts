import { type KindTotal, listsKind, MAX_PENDING } from '#shared/orders/pending.ts';
import { shownTotal } from '#web/money/shown-total.ts';

/** Returns whether a list of some kinds may lack items, because one of its kinds is counted only up to the maximum. */
export const isCapped = (kinds: readonly KindTotal[], wanted: string): boolean =>
  kinds.some(({ kind, total }) => listsKind(wanted, kind) && total >= MAX_PENDING);

/** Returns the number of items of a list as text. @param wanted one kind or `TO_RESOLVE`; '' means all kinds */
export function pendingTotal(kinds: readonly KindTotal[], wanted: string): string {
  const total = kinds.reduce((sum, row) => sum + (listsKind(wanted, row.kind) ? row.total : 0), 0);
  return shownTotal(total, isCapped(kinds, wanted));
}
