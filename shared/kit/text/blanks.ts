/** Zero-width characters, soft hyphens, direction marks and other format characters. */
export const FORMAT = /\p{Cf}/gu;

/** Blanks of all kinds but tabs and line breaks; the last two are drawn as blanks, though they are a sign and a letter to Unicode. */
const BLANK = String.raw`[\p{Zs}\u2800\u3164]`;
const ANY_BLANK = new RegExp(BLANK, 'gu');
/** Runs of blanks of any kind. */
export const ANY_BLANKS = new RegExp(`${BLANK}+`, 'gu');

/**
 * Returns a text as a single-line field stores it: without format characters and surrounding blanks, and with one usual blank for any
 * run of any blanks. Texts that look the same are then found by each other.
 */
export const singleBlanks = (value: string): string => value.replace(FORMAT, '').replace(ANY_BLANKS, ' ').trim();

/** Returns a text as a multi-line field stores it: with usual blanks, as many as typed, and its line breaks. */
export const usualBlanks = (value: string): string => value.replace(FORMAT, '').replace(ANY_BLANK, ' ').trim();
