import { useEffect, useEffectEvent } from 'react';

export interface OrderShortcuts {
  save: () => void;
  saveAndStartAnother: () => void;
  addShipment: () => void;
  /** Adds an item to the shipment that has the focus; to the last one otherwise. */
  addItem: () => void;
}

function actionOf(event: KeyboardEvent): keyof OrderShortcuts | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Enter' && (ctrlKey || metaKey) && !altKey) return shiftKey ? 'saveAndStartAnother' : 'save';
  // The place of the key, not its letter: with Alt some keyboards write another one.
  if (!altKey || !shiftKey || ctrlKey || metaKey) return null;
  return code === 'KeyE' ? 'addShipment' : code === 'KeyI' ? 'addItem' : null;
}

/** Keys of the order form, also while a field has the focus: Ctrl+Enter, Ctrl+Shift+Enter, Alt+Shift+E, Alt+Shift+I. */
export function useOrderShortcuts(keys: OrderShortcuts): void {
  const run = useEffectEvent((action: keyof OrderShortcuts) => keys[action]());
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event);
      // A dialog has the keyboard to itself.
      if (!action || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) run(action);
    };
    // Before the fields: a list of suggestions would take the Enter.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
