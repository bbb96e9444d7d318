import type { KeyboardEvent } from 'react';

/** Submits the form on Ctrl+Enter or ⌘+Enter; the form's `onKeyDown`. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
