import { type RefObject, useEffect, useEffectEvent } from 'react';
import { parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Maximum time between two keys of a scanner, in ms. Scanners need a few ms, people more than 100. */
const KEY_GAP_MS = 100;

const controlOf = (target: EventTarget | null): TextControl | null =>
  target instanceof HTMLElement
    ? target.closest<TextControl>('input:not([type=checkbox], [type=radio]), textarea, select')
    : null;

const isLabel = (text: string) => parseScannedLabel(text) !== null;

/**
 * Takes codes of a scanner, which types like a keyboard and ends with Enter, wherever the focus is: keys outside of fields go to the
 * scan field, and a code that was typed into another field faster than people type is taken out of it. The first key outside of
 * fields replaces what the scan field contains. The console's search keeps what is scanned into it.
 *
 * @param isCode whether a text that was typed fast is a code; by default, whether it is a label
 */
export function useScanner(
  field: RefObject<HTMLInputElement | null>,
  onScan: (code: string) => void,
  isCode: (text: string) => boolean = isLabel,
): void {
  const take = useEffectEvent(onScan);
  const matches = useEffectEvent(isCode);
  useEffect(() => {
    let burst = { text: '', at: 0, control: null as TextControl | null, before: '' };
    const handleKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const scanField = field.current;
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        !scanField ||
        target.closest('[role=dialog], [role=search]')
      ) {
        return;
      }
      const control = controlOf(target);
      const fast = event.timeStamp - burst.at <= KEY_GAP_MS && burst.control === control;
      if (event.key === 'Enter') {
        if (control && control !== scanField && fast && matches(burst.text)) {
          event.preventDefault();
          event.stopPropagation();
          restore(control, burst.before);
          take(burst.text);
        }
        burst = { text: '', at: 0, control: null, before: '' };
      } else if (event.key.length === 1) {
        burst = fast
          ? { ...burst, text: burst.text + event.key, at: event.timeStamp }
          : { text: event.key, at: event.timeStamp, control, before: control?.value ?? '' };
        if (!control && /^[\p{L}\p{N}]$/u.test(event.key)) {
          scanField.focus();
          scanField.select();
        }
      }
    };
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  }, [field]);
}

/** Sets a control's value as if it was typed, so that React takes it. */
function restore(control: TextControl, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
