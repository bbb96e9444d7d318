import { ANY_BLANKS } from './blanks.ts';
import { DASH } from './plain-signs.ts';

/** Characters without a picture (`DI`: default ignorable). The filler of Hangul is one of them to Unicode, but is drawn as a blank. */
const INVISIBLE = /(?!\u3164)[\p{Cf}\p{DI}]/gu;

/**
 * Returns the normal form of a key that people type, such as an order number: two keys that look the same are the same key (readings
 * C61). One kind of blank and hyphen, composed accents, no invisible characters. For comparisons; keys are stored and shown as typed.
 * The database's `typed_key` returns the same.
 */
export const typedKey = (text: string): string =>
  text.replace(INVISIBLE, '').replace(DASH, '-').replace(ANY_BLANKS, ' ').replace(/^ | $/g, '').normalize('NFC');

/**
 * Returns the normal form of a key that ignores case, such as a SKU. The database's `folded_key` returns the same, and knows no letter
 * whose lower case depends on its place or has two characters.
 */
export const foldedKey = (text: string): string =>
  typedKey(text)
    .replace(/\P{ASCII}/gu, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) as number))
    .toLowerCase();
