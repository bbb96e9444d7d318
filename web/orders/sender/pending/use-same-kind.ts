import type { PendingItem } from '#shared/orders/pending.ts';
import { ENDS_TODAY } from '#shared/orders/rules/due/snooze.ts';
import { isSnoozable } from '#shared/orders/rules/open-item-kinds.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useCanPrintInBulk } from '#web/orders/print/use-print.ts';
import { useRowSelection } from '#web/orders/print/use-row-selection.ts';
import { nameOf } from './kind-texts.ts';

/** Items in one bulk action. */
const MAX_SELECTED = 100;

export const keyOf = ({ id }: PendingItem) => String(id);

/** Selection of items of one kind for its bulk action: the first selected one decides which. */
export function useSameKind(rows: readonly PendingItem[] | undefined) {
  const blockedReason = useBlockedReason();
  const all = useRowSelection<PendingItem>({ rows, keyOf, nameOf, max: MAX_SELECTED, blockedReason });
  const [first] = all.selectedRows;
  const other = (item: PendingItem) => first !== undefined && item.kind !== first.kind;
  return {
    ...all,
    /** Replaces the selection by some of its items. */
    select: (items: readonly PendingItem[]) => all.selection.onChange(new Set(items.map(keyOf))),
    selection: {
      ...all.selection,
      alwaysVisible: true,
      blockedReason: (item: PendingItem) => (other(item) ? 'Es de otro tipo' : blockedReason(item)),
    },
  };
}

/** Returns why an item has no bulk action; null if it has one. */
function useBlockedReason(): (item: PendingItem) => string | null {
  const { prepaid } = useClientSession();
  const canPrint = useCanPrintInBulk();
  return ({ kind, detail, snooze_until, closable }) => {
    if (kind === 'print' && canPrint) return null;
    if (kind === 'pay' && prepaid) return detail;
    if (snooze_until !== null || closable) return null;
    return isSnoozable(kind) ? ENDS_TODAY : 'Se resuelve desde la orden';
  };
}
