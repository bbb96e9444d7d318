import { useShortcutsEnabled } from '#web/lib/shortcuts.ts';
import { Checkbox } from '#web/ui/choice.tsx';

/** Turns single-letter keys off and on (WCAG 2.1.4); this browser remembers it. */
export function ShortcutsSwitch() {
  const [on, turn] = useShortcutsEnabled();
  return (
    <Checkbox label="Usar atajos de una sola tecla" checked={on} onChange={(event) => turn(event.target.checked)} />
  );
}
