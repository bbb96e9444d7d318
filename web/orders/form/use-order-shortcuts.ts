import { useEffect, useEffectEvent } from 'react';

export interface OrderShortcuts {
  save: () => void;
  saveAndStartAnother: () => void;
  addShipment: () => void;
  /** Adds an item to the shipment with the focus, otherwise to the last one. */
  addItem: () => void;
}

function actionOf(event: KeyboardEvent): keyof OrderShortcuts | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Enter' && (ctrlKey || metaKey) && !altKey) return shiftKey ? 'saveAndStartAnother' : 'save';
  // `code`, not `key`: with Alt some keyboards produce another letter.
  if (!altKey || !shiftKey || ctrlKey || metaKey) return null;
  return code === 'KeyE' ? 'addShipment' : code === 'KeyI' ? 'addItem' : null;
}

/**
 * Shortcuts of the order form, even while a field has the focus: Ctrl+Enter, Ctrl+Shift+Enter, Alt+Shift+E,
 * Alt+Shift+I.
 */
export function useOrderShortcuts(keys: OrderShortcuts): void {
  const run = useEffectEvent((action: keyof OrderShortcuts) => keys[action]());
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event);
      // Not while a dialog is open.
      if (!action || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) run(action);
    };
    // In the capture phase: a list of suggestions would handle the Enter first.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
