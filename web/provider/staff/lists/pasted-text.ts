import { TERMS_SCHEMES, TERMS_TAGS } from '#shared/people/rules/terms-allowlist.ts';

/** Returns text as HTML shows it, and nothing of it as markup. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Whether a link has a scheme that the terms may contain. */
export const isAllowedLink = (href: string): boolean =>
  TERMS_SCHEMES.some((scheme) => href.trim().toLowerCase().startsWith(`${scheme}:`));

const MARKUP = new RegExp(`</?(?:${TERMS_TAGS.join('|')})(?:\\s[^<>]*)?/?>`, 'i');

/** Elements of documents. Editors of source text put it into `div` and `pre`. */
const DOCUMENT = /<(?:p|h[1-6]|ul|ol|table|blockquote)[\s>]/i;

/**
 * Whether a text is HTML that somebody wrote, such as the source of earlier terms.
 *
 * @param html the same text with its formats; '' without any. A document may mention a tag: `uno <b> dos`.
 */
export function isMarkup(text: string, html: string): boolean {
  const isWhole = text.trim().startsWith('<') && text.trim().endsWith('>');
  return MARKUP.test(text) && (isWhole || !DOCUMENT.test(html));
}

/** Returns plain text as paragraphs: those between empty lines, with line breaks, or else each line. */
export function paragraphsOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').trim();
  const paragraphs = /\n[ \t]*\n/.test(lines) ? lines.split(/\n(?:[ \t]*\n)+/) : lines.split('\n');
  return paragraphs.map((one) => `<p>${escapeText(one.trim()).replace(/\s*\n\s*/g, '<br>')}</p>`).join('\n');
}
