/** Spanish letters beyond ASCII. `ü` fits best between `g` and `e` or `i`, and `ñ` before a vowel. */
const LOWER = /[áéíóúüñ]/;
const UPPER = /[ÁÉÍÓÚÜÑ]/;
/** Letters; ordinal signs and `µ` have the class of letters, but are signs. */
const LETTER = /[^\P{L}ªºµ]/u;
const LATIN = /\p{Script=Latin}/u;
/** Letters that no name in an Argentine address contains: old, phonetic, or of typesetting. */
const RARE_LETTER = /[þðÞÐƒıʼˆŸﬁﬂ\u0180-\u024F\u0250-\u02AF]/;
/**
 * What surrounds `Ã` in Portuguese: 'JOÃO', 'GUIMARÃES', 'IRMÃ'. Elsewhere it is the first byte of a Spanish letter in UTF-8 whose second one
 * was lost: 'PEÃA', 'Ãlvarez'.
 */
const BEFORE_TILDE = /[^\P{L}A]$/u;
const BEHIND_TILDE = /^[OE]?S?(?!\p{L})/u;
const IS_UPPER = /\p{Lu}/u;
const IS_LOWER = /\p{Ll}/u;
/** Signs that people and programs write between letters without a blank. */
const JOINING = /[‘´`®™©\p{Cf}\p{Extended_Pictographic}]|[\u0300-\u036F]|\uFE0F/u;
/** Italian, French, Irish and Scottish beginnings of names before an apostrophe. */
const ELISION = /^(?:[cdjlmnst]|ch|mc|qu|un|all|dall|dell|nell|sull|sant)$/i;
const ORDINAL = /[ºª°]/;
/** Abbreviations that an ordinal sign follows: N°, B° (barrio), M.ª, Dpto.° */
const ABBREVIATED =
  /(?:^|\P{L})(?:n|nr|nro|b|bº|m|f|d|p|s|j|ma|jo|fco|dto|dpto|depto|piso|ex|int|art|km|pje|psje|lote|mza|casa)$/iu;

/** Number of characters beside a character that decide about it. */
const CONTEXT = 16;

/**
 * How well a character beyond ASCII fits between its neighbours in a Spanish text.
 *
 * - `3`: a letter or sign of Spanish in its place
 * - `0` to `2`: possible, as a letter of a foreign name or a sign beside a word
 * - `-1`: possible in prose, not in names
 * - `-2` or less: no Spanish word or name contains it in this place
 */
export type Fit = -6 | -4 | -2 | -1 | 0 | 1 | 2 | 3;

/**
 * Returns the fit of the character at an index. Two places look at it: the choice of a file's encoding, and the check of
 * its cells.
 */
export function fitAt(text: string, index: number): Fit {
  const character = String.fromCodePoint(text.codePointAt(index) as number);
  const before = text.slice(Math.max(0, index - CONTEXT), index);
  const after = text.slice(index + character.length, index + character.length + CONTEXT);
  if (character === '\uFFFD') return -6;
  if (/[\p{Cc}\p{Co}]/u.test(character)) return -4;
  if (isOpening(character) && !text.includes(character === '¡' ? '!' : '?', index))
    return LETTER.test(before.at(-1) ?? '') ? -4 : -1;
  return LETTER.test(character) ? letterFit(character, before, after) : signFit(character, before, after);
}

const isOpening = (sign: string) => sign === '¡' || sign === '¿';

function letterFit(letter: string, before: string, after: string): Fit {
  const previous = before.at(-1) ?? '';
  const next = after[0] ?? '';
  if (RARE_LETTER.test(letter)) return -2;
  const beside = [previous, next].filter((character) => LETTER.test(character));
  if (letter === 'Ã' && !(BEFORE_TILDE.test(before) && BEHIND_TILDE.test(after))) return -2;
  if (!LATIN.test(letter)) return beside.some((character) => LATIN.test(character)) ? -4 : 0;
  if (letter === 'œ' || letter === 'Œ') return /[ui]/i.test(next) ? 0 : -2;
  const isSpanish = LOWER.test(letter) || UPPER.test(letter);
  if (!fitsCase(letter, before, next)) return isSpanish && isAsciiCase(letter, before, next) ? 1 : -2;
  if (!isSpanish) return 0;
  if (/ü/i.test(letter)) return /g/i.test(previous) && /[eiéí]/i.test(next) ? 3 : 2;
  if (/ñ/i.test(letter)) return /[aeiouáéíóú]/i.test(next) ? 3 : 1;
  const vowel = letter.normalize('NFD')[0] as string;
  return beside.some((character) => character.normalize('NFD').startsWith(vowel)) ? 1 : 3;
}

function fitsCase(letter: string, before: string, next: string): boolean {
  const previous = before.at(-1) ?? '';
  if (IS_UPPER.test(letter)) return !IS_LOWER.test(previous) && !(IS_UPPER.test(previous) && IS_LOWER.test(next));
  if (IS_UPPER.test(next)) return false;
  return !(IS_UPPER.test(previous) && LETTER.test(before.at(-2) ?? ''));
}

/** Programs that know ASCII alone change the case of a word except its accents: 'GONZáLEZ', 'GonzÁlez'. */
function isAsciiCase(letter: string, before: string, next: string): boolean {
  const others = `${/\p{L}*$/u.exec(before)?.[0] ?? ''}${next}`.replace(/[^A-Za-z]/g, '');
  return IS_UPPER.test(letter) ? /^[A-Z]?[a-z]+$/.test(others) && /[a-z]$/.test(before) : /^[A-Z]+$/.test(others);
}

function signFit(sign: string, before: string, after: string): Fit {
  const start = /[^\P{L}ªºµ]*$/u.exec(before)?.[0] ?? '';
  const end = /^[^\P{L}ªºµ]*/u.exec(after)?.[0] ?? '';
  if (/[\u2500-\u259F∂∆∏∑√∞∫≈≠≤≥◊]/.test(sign)) return -4;
  if (start !== '' && end !== '') return insideFit(sign, start, end, before);
  if (/[\s\p{Z}]/u.test(sign) || JOINING.test(sign)) return 0;
  const followsDigit = /\d\.?\s?$/.test(before);
  if (ORDINAL.test(sign)) return followsDigit || isAbbreviated(before) ? 3 : end === '' && start === '' ? 0 : -2;
  if (/[½¼¾²³]/.test(sign)) return followsDigit && start === '' ? 1 : -2;
  if (isOpening(sign)) return end === '' || /\d$/.test(before) ? -2 : 3;
  if (/[–—]/.test(sign)) return start === '' && end === '' ? 2 : 0;
  if (/[’”»…]/.test(sign)) return start === '' ? 0 : 1;
  if (/[“‘«]/.test(sign)) return end === '' ? 0 : 1;
  return start === '' && end === '' ? 0 : /[·•€×]/.test(sign) ? 0 : -2;
}

const isAbbreviated = (before: string) => ABBREVIATED.test(before.replace(/[.]$/, ''));

function insideFit(sign: string, start: string, end: string, before: string): Fit {
  const isNewName = IS_UPPER.test(end[0] as string);
  if (JOINING.test(sign)) return 0;
  if (/[\s\p{Z}]/u.test(sign)) return 0;
  if (ORDINAL.test(sign)) return isAbbreviated(before) && (isNewName || /^(?:n|b|nro)$/i.test(start)) ? 2 : -4;
  if (sign === '’') return apostropheFit(start, end);
  if (sign === '·') return /l$/i.test(start) && /^l/i.test(end) ? 2 : -4;
  if (sign === '…') return start.length > 2 && end.length > 2 ? -1 : -2;
  if (sign === '–' && isNewName) return 2;
  if (sign === '–' || sign === '—') return start.length > 3 && end.length > 3 ? -1 : -2;
  return -4;
}

function apostropheFit(start: string, end: string): Fit {
  if (/^o$/i.test(start)) return 2;
  if (/^s$/i.test(end)) return start.length > 3 ? 1 : -1;
  if (/^(?:t|n|ll|re|ve|m|d)$/i.test(end)) return -1;
  if (!ELISION.test(start) || !/^[aeiouhàáèéíóú]/i.test(end)) return -2;
  // 'D’az' is 'Díaz', and 'd’a' is 'día'.
  return end.length > 2 || /^(?:or|eau)$/i.test(end) ? 2 : -2;
}

/** Number of characters beyond ASCII that decide about the encoding of a line. Rows of real files have fewer. */
export const MAX_FITS = 400;

/** The sum of the fits of a text's first `MAX_FITS` characters beyond ASCII, and the least of them; 0 for a text of ASCII characters. */
export function fitOf(text: string): { score: number; least: number } {
  let score = 0;
  let least = 3;
  let count = 0;
  for (const { index } of text.matchAll(/[^\0-\x7F]/gu)) {
    if (++count > MAX_FITS) break;
    const fit = fitAt(text, index);
    score += fit;
    least = Math.min(least, fit);
  }
  return { score, least };
}
