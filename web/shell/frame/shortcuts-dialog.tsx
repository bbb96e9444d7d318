import { useActiveShortcuts } from '#web/kit/lib/shortcuts.ts';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import styles from './shortcuts-dialog.module.css';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

/** Lists the shortcuts of the page, with the switch that turns them off (WCAG 2.1.4). */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useActiveShortcuts();
  return (
    <Dialog open onOpenChange={onClose} title="Atajos de teclado">
      <dl className={styles.list}>
        {shortcuts.map(({ keys, label, refused }) => (
          <div key={keys} className={styles.row}>
            <dt>
              {label}
              {refused && <small>{refused}</small>}
            </dt>
            <dd>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <ShortcutsSwitch />
    </Dialog>
  );
}
