import { useActiveShortcuts, useShortcutsSwitch } from '#web/lib/shortcuts.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keys that act on this page, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const shortcuts = useActiveShortcuts();
  const [on, turn] = useShortcutsSwitch();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Atajos de teclado">
      <dl className={styles.list}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox label="Usar atajos de una sola tecla" checked={on} onChange={(event) => turn(event.target.checked)} />
    </Dialog>
  );
}
