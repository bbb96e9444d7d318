import { pluralize } from '#shared/kit/text/format.ts';
import type { PendingItem } from '#shared/orders/pending.ts';
import { AlarmClock, Check } from '#web/kit/ui/display/icons.ts';
import { BulkActionBar } from '#web/orders/print/bulk-action-bar.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import { nextDay, type PendingActions } from './use-pending-actions.ts';

interface SelectionBarProps {
  /** Selected items, all of one kind. */
  items: readonly PendingItem[];
  /** The server's day. */
  today: string;
  actions: PendingActions;
  /** Replaces the selection. */
  onSelect: (items: readonly PendingItem[]) => void;
}

/**
 * Bar of the selected items: closes them if their kind is closed by hand, else snoozes them until tomorrow. Items on which it failed stay
 * selected.
 */
export function SelectionBar({ items, today, actions, onSelect }: SelectionBarProps) {
  const closable = items[0]?.closable === true;
  const run = async () => {
    onSelect(await (closable ? actions.close(items) : actions.snooze(items, nextDay(today))));
  };
  return (
    <BulkActionBar
      count={items.length}
      summary={pluralize(items.length, 'pendiente elegido', 'pendientes elegidos')}
      invitation="Elegí los pendientes"
      detail={items[0] && KIND_TEXTS[items[0].kind].what}
      action={closable ? 'Listo' : 'Posponer hasta mañana'}
      icon={closable ? <Check /> : <AlarmClock />}
      busy={actions.busy}
      onRun={() => void run()}
      onLeave={() => onSelect([])}
      leaveLabel={LEAVE}
    />
  );
}

/** Label of the button that clears the selection. */
export const LEAVE = 'Soltar la selección';
