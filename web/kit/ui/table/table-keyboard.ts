import type { KeyboardEvent } from 'react';

const TEXT_INPUTS = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

interface RowActions {
  open?: (index: number) => void;
  /** Selects the row; `extend` selects the range from the last one. */
  toggle?: (index: number, extend: boolean) => void;
}

/**
 * Handles the keys of a table body: j, k and arrows move between rows, Enter opens, x or Space selects, Shift with an
 * arrow extends the selection. Rows are focusable `tr`s. Ignores keys that a control inside has handled.
 */
export function handleRowKeyDown(event: KeyboardEvent<HTMLTableSectionElement>, { open, toggle }: RowActions): void {
  const target = event.target as HTMLElement;
  const row = target.closest('tr');
  if (!row || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches(TEXT_INPUTS))
    return;
  const onRow = target === row;
  const rows = [...event.currentTarget.rows];
  const index = rows.indexOf(row);
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];

  if (step) {
    const next = rows[index + step];
    event.preventDefault();
    if (!next) return;
    next.focus();
    if (event.shiftKey) toggle?.(index + step, true);
  } else if (event.key === 'Enter' && onRow && open) {
    event.preventDefault();
    open(index);
  } else if ((event.key === 'x' || (event.key === ' ' && onRow)) && toggle) {
    event.preventDefault();
    toggle(index, false);
  }
}

/** Returns the element that receives a card's focus: its link, or its first control. */
export const cardControl = (card: Element): HTMLElement | null =>
  card.querySelector<HTMLElement>('a') ?? card.querySelector<HTMLElement>('button, input');

/** Moves between cards with j and k. Ignores keys in text fields, and of menus and dialogs that a card has opened. */
export function handleCardKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const target = event.target as HTMLElement;
  const step = { j: 1, k: -1 }[event.key];
  if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches(TEXT_INPUTS))
    return;
  const cards = [...event.currentTarget.children];
  const current = cards.findIndex((card) => card.contains(target));
  if (current < 0) return;
  event.preventDefault();
  const further = step > 0 ? cards.slice(current + 1) : cards.slice(0, current).reverse();
  further.map(cardControl).find(Boolean)?.focus();
}
