/** No field of an order comes near this; it bounds the work that old, imported text can make. */
const MAX_LENGTH = 1000;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{M}]/u;
const BLANK = /[\s\p{Z}]/u;
/** Words of letters that every typeface has, one blank between them: most texts, which are shown as they are. */
const PLAIN = /^[!-~\u00a1-\u00ac\u00ae-\u00ff]+(?: [!-~\u00a1-\u00ac\u00ae-\u00ff]+)*$/;

const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

/** Between figures it makes typefaces draw small ones, which nobody can search for or copy: `⅔` is 2/3. */
const FRACTION_SLASH = '\u2044';

function printableCharacter(character: string, covers: (character: string) => boolean): string {
  if (BLANK.test(character)) return ' ';
  if (UNSEEN.test(character)) return '';
  if (character !== FRACTION_SLASH && covers(character)) return character;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll(FRACTION_SLASH, '/');
  if (plain !== character && plain !== '' && [...plain].every(covers)) return plain;
  return PICTURE.test(character) ? '' : '?';
}

/**
 * Text as it can be drawn, in one line: control and bidi characters and loose accents are gone, blanks are single,
 * pictures are left out, a letter that the typeface lacks becomes its plain form or `?`. Never empty when the text isn't.
 */
export function printable(text: string, covers: (character: string) => boolean): string {
  if (text.length <= MAX_LENGTH && PLAIN.test(text)) return text;
  let shown = '';
  for (const character of text.slice(0, MAX_LENGTH).normalize('NFC')) shown += printableCharacter(character, covers);
  const line = shown.replace(/ +/g, ' ').trim();
  return line === '' && text.trim() !== '' ? '?' : line;
}
