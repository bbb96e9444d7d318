import { Parser } from 'htmlparser2';
import { TERMS_ATTRIBUTES, TERMS_SCHEMES, TERMS_TAGS } from '#shared/people/rules/terms-allowlist.ts';

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
export function termsNodes(html: string): DocumentFragment {
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
