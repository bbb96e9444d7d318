/** Maximum length, far longer than any field of an order. Bounds the work for imported texts. */
const MAX_LENGTH = 1000;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}]/u;
const BLANK = /[\s\p{Z}]/u;
/** Words of characters that every typeface has, separated by single spaces: most texts, which are drawn unchanged. */
const PLAIN = /^[!-~\u00a1-\u00ac\u00ae-\u00ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u00ff]+)*$/;

const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Replaced by `/`: between digits, fonts draw a fraction that can't be searched or copied as digits. */
const FRACTION_SLASH = '\u2044';

function printableCharacter(character: string, covers: (character: string) => boolean): string {
  if (BLANK.test(character)) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (character !== FRACTION_SLASH && covers(character)) return character;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll(FRACTION_SLASH, '/');
  if (plain !== character && plain !== '' && [...plain].every(covers)) return plain;
  return PICTURE.test(character) ? '' : '?';
}

/**
 * Returns a text as one line that can be drawn. Removes control and bidi characters, loose accents and pictographs, collapses
 * spaces, and replaces characters that the typeface lacks by their plain form or `?`. Never empty for a text that isn't blank.
 */
export function printable(text: string, covers: (character: string) => boolean): string {
  if (text.length <= MAX_LENGTH && PLAIN.test(text)) return text;
  let shown = '';
  for (const character of text.slice(0, MAX_LENGTH).normalize('NFC')) shown += printableCharacter(character, covers);
  const line = shown.replace(/ +/g, ' ').trim();
  return line === '' && text.trim() !== '' ? '?' : line;
}
