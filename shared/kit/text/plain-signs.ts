import { FORMAT } from './blanks.ts';

/** Hyphens, dashes and minus signs. */
export const DASH = /[\p{Pd}\u02d7\u2043\u2212]/gu;

/** Characters of twice the width, as input methods for Chinese and Japanese type them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns a text with letters, digits and signs of usual width. */
export const halfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));

/**
 * Returns a typed or pasted number, code or address with the signs of a keyboard: one kind of hyphen, single blanks, letters and
 * digits of usual width, no invisible characters, no blanks at the ends. For values that are read, not for texts that are stored as
 * typed. Doesn't change superscripts and fractions, which aren't digits of the number before them.
 */
export const plainSigns = (text: string): string =>
  halfWidth(text.replace(FORMAT, '')).replace(DASH, '-').replace(/\s+/g, ' ').trim();

/** Returns a code without what surrounds it and is neither letter nor digit: quotes, punctuation, asterisks of bar codes. */
export const plainCode = (text: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(plainSigns(text))?.[0] ?? '';

const QUOTES = '"\'`´«»“”„‘’‹›<>';
const PAUSES = '.,;:!?¿¡';

/** Returns a text without quotes, brackets and punctuation around it, as documents and chats put them around a code. */
export const withoutEnclosure = (text: string): string => trimmed(text, `${QUOTES}([{¿¡ `, `${QUOTES})]}${PAUSES} `);

/** Returns a text without quotes and punctuation around it; brackets stay, which may be a part of it: '(11) 5555-0101'. */
export const withoutQuotes = (text: string): string => trimmed(text, `${QUOTES} `, `${QUOTES}${PAUSES} `);

/** Removes characters at both ends. Not a regular expression: one that ends in `+$` takes the square of the text's length. */
function trimmed(text: string, opening: string, closing: string): string {
  let [from, to] = [0, text.length];
  while (from < to && opening.includes(text.charAt(from))) from++;
  while (to > from && closing.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
