import { fitAt } from '#shared/bulk/layout/letter-fit.ts';
import { decodeSingle, ENCODING_NAMES, encode, SINGLE_BYTE, type SingleByteEncoding } from './encodings.ts';

/** Kind of a column's text: a name or a place, or prose, which may contain questions and dashes. */
export type TextKind = 'name' | 'prose';

const LOST = 'parece tener una letra que se perdió';
const REMEDY = 'Corregilo, o exportá el archivo como CSV UTF-8';

/**
 * Returns why a text probably lost its letters, in Spanish with the remedy; null for a text that a person may have
 * written. It looks for signs and letters that no Spanish word or name contains in their place, as programs leave them
 * that read a file in the wrong encoding or don't know a letter.
 */
export function damagedText(text: string, kind: TextKind): string | null {
  const lost = lostLetter(text, kind);
  if (lost) return `«${lost}» ${LOST}. ${REMEDY}`;
  if (!BEYOND_ASCII.test(text)) return null;
  for (const word of text.replace(QUOTED, '$1').replace(BLANK_BESIDE_DIGIT, ' ').split(SEPARATORS)) {
    if (!BEYOND_ASCII.test(word)) continue;
    const fit = leastFit(word, kind);
    if (fit > 1) continue;
    const original = originalOf(word);
    const isOdd = fit <= (kind === 'name' ? -1 : -2);
    if (original && (isOdd || isSpanishName(word, original.text))) {
      return `«${word}» ${likeness(original)}`;
    }
    if (isOdd) return `«${word}» ${word.includes('Ã') ? LOST : 'tiene un signo dentro de una palabra'}. ${REMEDY}`;
    if (kind === 'name' && FOREIGN_SIGN.test(word)) return `«${word}» tiene un signo de otra codificación. ${REMEDY}`;
  }
  return null;
}

/** Controls that no text contains: ISO-8859-1 has them where other encodings have letters. U+0085 is a line break. */
const CONTROLS = /[\u0080-\u0084\u0086-\u009f]/g;

/** Returns why a value with such controls is refused, naming the encoding that its word is from; null for any other value. */
export function controlsReason(value: string): string | null {
  if (value.search(CONTROLS) < 0) return null;
  const word = value.split(SEPARATORS).find((part) => part.search(CONTROLS) >= 0) ?? '';
  const original = originalOf(word);
  if (!original) return 'Tiene letras de otra codificación, que no se ven. Exportá el archivo como CSV UTF-8';
  return `«${word.replace(CONTROLS, '\uFFFD')}» ${likeness(original)}`;
}

const likeness = ({ text, encoding }: Original) =>
  `parece «${text}», de un archivo en ${ENCODING_NAMES[encoding]}. ${REMEDY}`;

const BEYOND_ASCII = /[^\0-\x7F]/;

/**
 * What other encodings make of 'ñ', 'Ñ', '°', 'º' and 'ª' where no letter beside shows it: '¤', '2§', '3ø', 'Nø', '5™'. A number with
 * `½` is no damage.
 */
const FOREIGN_SIGN = new RegExp(
  [
    '[¤¥§¦¢£±¬¶†‡„‚÷]',
    String.raw`\d(?:[¼™»]|(?![ªº])\p{Script=Latin}(?<=[^\0-\x7F]))`,
    String.raw`^\p{L}\.[™»]`,
    '^(?:n|nro|b|dto|dpto|depto)[øí]$',
    String.raw`^(?![áéíóúñªº])\p{Script=Latin}(?<=[^\0-\x7F])\.?$`,
  ].join('|'),
  'iu',
);

/** Words between curved quotes: 'Casa “2”'. A closing one alone may be a letter of another encoding. */
const QUOTED = /“([^“”]*)”/g;

/** Spreadsheets write non-breaking spaces, and apostrophes, between groups of digits. */
const BLANK_BESIDE_DIGIT = /(?<=\d)[\u00a0’](?=\d)|(?<=\d)\u00a0|\u00a0(?=\d)/g;

/** Ends of words. A non-breaking space may be a letter that was read wrong. */
const SEPARATORS = /[ \t\r\n()[\]{};:,"/|]+/;

/** Addresses on the web and of mails have question marks and signs between letters. */
const ADDRESS = /:\/\/|^www\.|@|\.[a-z]{2,}\/|\?\w+=/i;

/** Letters in the codes of HTML without `;`, of mails, of RTF and of UTF-7, as far as they can't be reverted for certain. */
const CODED =
  /\p{L}(?:&(?:#x?[\da-f]{2,6}|[aeioun](?:acute|tilde|grave|uml|circ))|=[C-F][\dA-F]|\\'[c-f][\da-f]|\+A[\w+/]{2}-)/iu;

/** Returns the word in which a `?`, a spacing accent or an escape stands for a letter; null if there is none. */
function lostLetter(text: string, kind: TextKind): string | null {
  if (!/[?~^%\\&=+_#*|$!<>]/.test(text)) return null;
  const isQuestion = text.includes('¿');
  for (const word of text.split(/\s+/)) {
    if (ADDRESS.test(word)) continue;
    if (CODED.test(word)) return word;
    if (/\p{L}\?+\p{L}/u.test(word) || /\p{L}(?:[~^\\]|%(?!\p{L}?$))\p{L}/u.test(word)) return word;
    if (/^\?+\p{L}/u.test(word)) return word;
    // A word that lost all its letters, and programs that write another sign than `?`: '????', 'Mu_oz', 'Mu#oz'.
    if (kind === 'name' && /^\?+$|\p{L}[_#*|$!<>]+\p{L}/u.test(word)) return word;
    // Nobody asks a question in a name: 'Jos?', '2?B'.
    if (kind === 'name' && !isQuestion && /[\p{L}\d]\?/u.test(word)) return word;
  }
  return null;
}

function leastFit(word: string, kind: TextKind): number {
  let least = 3;
  for (const { index, 0: letter } of word.matchAll(/[^\0-\x7F]/gu)) {
    const fit = fitAt(word, index);
    // 'GONZáLEZ' is odd but not damaged.
    if (fit === 1 && /[áéíóúüñ]/.test(letter)) continue;
    if (kind === 'prose' && fit === -1) continue;
    least = Math.min(least, fit);
  }
  return least;
}

interface Original {
  text: string;
  /** The encoding in which the text was written. */
  encoding: SingleByteEncoding;
}

/** Returns the word that was read in another encoding than it was written in; null if no Spanish word results. */
function originalOf(word: string): Original | null {
  for (const read of SINGLE_BYTE) {
    const bytes = encode(word, read);
    if (!bytes) continue;
    for (const encoding of SINGLE_BYTE) {
      if (encoding === read) continue;
      const text = decodeSingle(bytes, encoding);
      if (isSpanish(text)) return { text, encoding };
    }
  }
  return null;
}

const isSpanish = (text: string) =>
  [...text.matchAll(/[^\0-\x7F]/gu)].every(
    ({ index, 0: letter }) => /[áéíóúñ]/i.test(letter) && fitAt(text, index) === 3,
  );

/**
 * Returns whether a word with letters of other languages is rather the Spanish one: 'Gonzçlez' rather than 'Gonçalves',
 * 'MARTÖNEZ' rather than 'SCHRÖDER'.
 */
function isSpanishName(word: string, original: string): boolean {
  const isCapitalised = /^\p{Lu}/u.test(word) && /^\p{Ll}/u.test(original);
  if (isCapitalised) return false;
  if (/ez$/i.test(word)) return true;
  if (/[àèìòù]$/.test(word)) return false;
  if (/[ËÕ]/.test(word)) return /(?:^|[^AEIOU])Ë|ËN$|Õ(?!E)/.test(word);
  if (/[aeiouáéíóú]{3}/i.test(original)) return false;
  if (word.includes('Ö')) return /Ö(?:[AO]|[NS]$)/.test(word) && !/[KW]|SCH|([^LR])\1/.test(word);
  return true;
}
