import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { integer } from '#shared/format.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { StickyBar } from '#web/ui/sticky-bar.tsx';

interface BulkActionBarProps {
  /** Number of selected rows. */
  count: number;
  /** '4 envíos seleccionados', or what to do while there are none. */
  summary: string;
  /** A quiet second line. */
  detail?: ReactNode;
  middle?: ReactNode;
  /** 'Imprimir': its count comes behind it. */
  action: string;
  icon: ReactNode;
  onRun: () => void;
  busy: boolean;
  /** Gives up what is under way. */
  onCancel?: () => void;
  onLeave: () => void;
  /** What leaving is called where there is no mode to leave. */
  leaveLabel?: string;
}

/** Bar of a list's bulk action: number of selected rows, cancel button and the action itself, also by Ctrl+Enter. */
export function BulkActionBar({
  count,
  summary,
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
        disabledReason={count === 0 && summary}
        onClick={onRun}
      >
        {action} ({integer(count)})
      </Button>
    </StickyBar>
  );
}

/** Ctrl+Enter or ⌘+Enter anywhere on the page, but not while a dialog has the keyboard to itself. */
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
