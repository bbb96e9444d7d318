import { useEffect, useRef } from 'react';
import styles from './terms.module.css';
import { termsNodes } from './terms-nodes.ts';

/** The terms as scrollable text, focusable for reading by keyboard. */
export function TermsText({ html }: { html: string }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.replaceChildren(termsNodes(html));
    // Moves the focus away from "Cerrar Sesión", which had it while the text was loading.
    box.current?.focus({ preventScroll: true });
  }, [html]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={box} className={styles.text} aria-label="Texto de los términos y condiciones" tabIndex={0} />
  );
}
