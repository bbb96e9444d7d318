import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { integer } from '#shared/kit/text/format.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { StickyBar } from '#web/kit/ui/layout/sticky-bar.tsx';

interface BulkActionBarProps {
  /** Number of selected rows. */
  count: number;
  /** '4 envíos seleccionados', or an instruction or a result while nothing is selected. */
  summary: string;
  /** Why the action is disabled while nothing is selected. */
  invitation: string;
  /** Second line, in muted text. */
  detail?: ReactNode;
  middle?: ReactNode;
  /** 'Imprimir'; the count is appended. */
  action: string;
  icon: ReactNode;
  onRun: () => void;
  busy: boolean;
  /** Cancels the running action. */
  onCancel?: () => void;
  onLeave: () => void;
  /** Label of the button that leaves, where there is no mode to leave. */
  leaveLabel?: string;
}

/** Bar of a list's bulk action: number of selected rows, cancel button and action, which Ctrl+Enter also runs. */
export function BulkActionBar({
  count,
  summary,
  invitation,
  detail,
  middle,
  action,
  icon,
  onRun,
  busy,
  onCancel,
  onLeave,
  leaveLabel = 'Salir del modo',
}: BulkActionBarProps) {
  useShortcuts([{ keys: 'Escape', label: leaveLabel, run: onLeave }]);
  useControlEnter(() => {
    if (count > 0 && !busy) onRun();
  });
  return (
    <StickyBar summary={summary} detail={detail} clearLabel={leaveLabel} onClear={onLeave} middle={middle}>
      {busy && onCancel && <Button onClick={onCancel}>Cancelar</Button>}
      <Button
        variant="primary"
        icon={icon}
        kbd="Ctrl Enter"
        busy={busy}
        disabledReason={count === 0 && invitation}
        onClick={onRun}
      >
        {action} ({integer(count)})
      </Button>
    </StickyBar>
  );
}

/** Runs the action on Ctrl+Enter or ⌘+Enter anywhere on the page, except while a dialog is open. */
function useControlEnter(run: () => void): void {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      runLatest();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
