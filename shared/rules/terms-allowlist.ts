/** Elements that the terms' HTML keeps (readings S11): none of them runs, loads, posts or styles anything. */
export const TERMS_TAGS: string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'div', 'span', 'a'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
];

/** Attributes that they keep, by element. */
export const TERMS_ATTRIBUTES: Record<string, string[]> = {
  a: ['href'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Schemes of the absolute addresses that their links may have. */
export const TERMS_SCHEMES: string[] = ['https', 'http', 'mailto', 'tel'];
