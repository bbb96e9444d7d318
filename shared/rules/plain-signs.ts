/** Zero-width characters, soft hyphens, direction marks and other format characters. */
const FORMAT = /\p{Cf}/gu;

/** Hyphens, dashes and minus signs. */
const DASH = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** Characters of twice the width, as input methods for Chinese and Japanese type them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * Returns a typed or pasted number, code or address with the signs of a keyboard: one kind of hyphen, single blanks, letters and
 * digits of usual width, no invisible characters, no blanks at the ends. For values that are read, not for texts that are stored as
 * typed. Doesn't change superscripts and fractions, which aren't digits of the number before them.
 */
export const plainSigns = (text: string): string =>
  text
    .replace(FORMAT, '')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(DASH, '-')
    .replace(/\s+/g, ' ')
    .trim();

const OPENING = new Set(' "\'`´«“”„‘’‹([{<¿¡');
const CLOSING = new Set(' "\'`´»“”’›)]}>.,;:!?');

/** Returns a text without quotes, brackets and punctuation around it, as documents and chats put them around a code. */
export function withoutEnclosure(text: string): string {
  // Not regular expressions: one that ends in `+$` takes the square of the text's length.
  let [from, to] = [0, text.length];
  while (from < to && OPENING.has(text.charAt(from))) from++;
  while (to > from && CLOSING.has(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
