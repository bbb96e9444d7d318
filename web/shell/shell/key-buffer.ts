/** Keys typed before a field has loaded. */
export interface KeyBuffer {
  text: () => string;
  release: () => void;
}

/** Captures the keyboard: letters are buffered for the field and have no other effect. */
export function bufferKeys(): KeyBuffer {
  let text = '';
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
  };
  window.addEventListener('keydown', keep, { capture: true });
  return { text: () => text, release: () => window.removeEventListener('keydown', keep, { capture: true }) };
}
