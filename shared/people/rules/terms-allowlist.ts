/** Elements allowed in the HTML of the terms (readings S11): none can run, load, post or style anything. */
export const TERMS_TAGS: string[] = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'blockquote',
  'div',
  'span',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'table',
  'caption',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/** Allowed attributes, by element. */
export const TERMS_ATTRIBUTES: Record<string, string[]> = {
  a: ['href'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Allowed schemes of absolute links. */
export const TERMS_SCHEMES: string[] = ['https', 'http', 'mailto', 'tel'];
