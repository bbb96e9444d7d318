import { useEffect, useRef } from 'react';
import { termsNodes } from './nodes.ts';
import styles from './terms.module.css';

/**
 * The terms as scrollable text, focusable for reading by keyboard.
 *
 * @param takesFocus false beside a field in which the text is written
 */
export function TermsText({ html, takesFocus = true }: { html: string; takesFocus?: boolean }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.replaceChildren(termsNodes(html));
    // Moves the focus away from "Cerrar Sesión", which had it while the text was loading.
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [html, takesFocus]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={box} className={styles.text} aria-label="Texto de los términos y condiciones" tabIndex={0} />
  );
}
