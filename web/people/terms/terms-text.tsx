import { Parser } from 'htmlparser2';
import { useEffect, useRef } from 'react';
import { TERMS_ATTRIBUTES, TERMS_SCHEMES, TERMS_TAGS } from '#shared/people/rules/terms-allowlist.ts';
import styles from './terms.module.css';

/** Elements that are removed with their content; other unknown elements keep their text. */
const REMOVED = new Set(
  'script style title textarea noscript template svg math select object iframe audio video canvas'.split(' '),
);

const ALLOWED = new Set(TERMS_TAGS);
const ABSOLUTE = new RegExp(`^(?:${TERMS_SCHEMES.join('|')}):`, 'i');

/**
 * Builds DOM nodes from the terms' HTML, with allowed elements and attributes only. The server also sanitises the text
 * before it stores it; this is the second layer (readings S11). The browser's own parser is not used: even in an inert
 * document it checks event handlers and styles against the Content-Security-Policy and reports each.
 */
function termsNodes(html: string): DocumentFragment {
  const root = document.createDocumentFragment();
  /** Parent of the content of each open element; null inside a removed element. */
  const parents: (ParentNode | null)[] = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const parent = parents.at(-1) ?? null;
      if (!parent || REMOVED.has(name)) parents.push(null);
      else if (!ALLOWED.has(name)) parents.push(parent);
      else {
        const element = allowedElement(name, attributes);
        parent.append(element);
        parents.push(element);
      }
    },
    ontext: (text) => parents.at(-1)?.append(text),
    onclosetag: () => void parents.pop(),
  });
  parser.end(html);
  return root;
}

function allowedElement(name: string, attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(name);
  for (const attribute of TERMS_ATTRIBUTES[name] ?? []) {
    const value = attributes[attribute];
    if (value !== undefined && (attribute !== 'href' || ABSOLUTE.test(value))) element.setAttribute(attribute, value);
  }
  if (element instanceof HTMLAnchorElement) {
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  return element;
}

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
