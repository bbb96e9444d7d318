import DOMPurify from 'dompurify';

/** What terms are written with; nothing that runs, loads, posts or styles. */
const TAGS =
  'h1 h2 h3 h4 p br hr ul ol li b strong i em u s sub sup blockquote table thead tbody tr th td a div span'.split(' ');

/**
 * The terms' HTML as nodes that may stand on the page. It was sanitised when it was stored, and is again here (readings
 * S11). DOMPurify brings its own Trusted Types policy, `dompurify`.
 */
export function safeTerms(html: string): DocumentFragment {
  const nodes = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'colspan', 'rowspan'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of nodes.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return nodes;
}
