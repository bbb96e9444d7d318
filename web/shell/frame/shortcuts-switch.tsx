import { useShortcutsEnabled } from '#web/kit/lib/shortcuts.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';

/** Turns single-letter shortcuts off and on (WCAG 2.1.4); the choice is stored in the browser. */
export function ShortcutsSwitch() {
  const [on, turn] = useShortcutsEnabled();
  return (
    <Checkbox label="Usar atajos de una sola tecla" checked={on} onChange={(event) => turn(event.target.checked)} />
  );
}
