import type { KeyboardEvent } from 'react';

/** Ctrl+Enter, or ⌘+Enter, sends the form that it is pressed in: its `onKeyDown`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
