import { useEffect } from 'react';
import type { OrderField, OrderForm } from './order-form.ts';

/** Phones and tablets, where a focused field opens a keyboard over the page. */
const TOUCH = '(pointer: coarse)';

const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';

/**
 * Focuses the field that a form begins with, once it is rendered and without scrolling. Takes the focus only from the page and its
 * heading, which a navigation focuses: neither from a dialog nor from what a person already reached.
 */
export function useFirstField(form: OrderForm, name: OrderField): void {
  const { id } = form.field(name);
  useEffect(() => {
    if (window.matchMedia(TOUCH).matches) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      const isFree = !activeElement || activeElement.matches('body, h1');
      if (isFree && !document.querySelector(OPEN_DIALOG)) document.getElementById(id)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);
}
