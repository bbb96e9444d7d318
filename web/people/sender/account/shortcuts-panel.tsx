import { ShortcutsSwitch } from '#web/parts/shell/shortcuts-switch.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './account.module.css';

/** Turns keyboard shortcuts on or off: they can collide with screen readers and dictation. */
export function ShortcutsPanel() {
  return (
    <Panel title="Atajos de teclado">
      <ShortcutsSwitch />
      <p className={styles.aside}>
        Con <kbd>n</kbd> empezás una orden y con <kbd>?</kbd> ves todos. Si usás un lector de pantalla o dictado, podés
        desactivarlos en este navegador.
      </p>
    </Panel>
  );
}
