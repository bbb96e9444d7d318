import { byteOf, SINGLE_BYTE, type SingleByteEncoding } from './encodings.ts';

/** A text without damage that can be reverted for certain, and the kind of the first damage that was reverted. */
export interface RepairedText {
  text: string;
  cause: 'twice' | 'html' | 'escape';
}

/** Number of times that a text is encoded one over the other at most. */
const MAX_LAYERS = 3;

/**
 * Reverts what programs do to letters in a way that leaves no doubt about them, up to three times:
 *
 * - UTF-8 that was read as Windows-1252, ISO-8859-1, Mac Roman or CP850: 'NÃºÃ±ez', 'N√∫√±ez', 'N├║├▒ez'
 * - HTML character references with their `;`: 'Nu&ntilde;ez', '&#241;', '&#xF1;'
 * - escapes of JSON, URLs and mails: 'Nu\u00f1ez', 'Nu%C3%B1ez', 'Nu=C3=B1ez'
 *
 * Returns null for any other text. The normal form is the text that the first program held: references and escapes of
 * anything but Latin letters and punctuation stay as they are.
 */
export function repairText(written: string): RepairedText | null {
  let text = written;
  let cause: RepairedText['cause'] | null = null;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const before = text;
    for (const [kind, repair] of REPAIRS) {
      const repaired = repair(text);
      if (repaired !== text) cause ??= kind;
      text = repaired;
    }
    if (text === before) break;
  }
  return cause && { text, cause };
}

const REPAIRS: readonly [RepairedText['cause'], (text: string) => string][] = [
  ['html', decodeReferences],
  ['escape', decodeEscapes],
  ['twice', revertTwice],
];

/** Names of the Latin-1 characters from U+00A0 on (HTML 4), and of others that editors write. */
const LATIN_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ...LATIN_NAMES.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
  }),
  ...Object.entries({ ldquo: '“', rdquo: '”', hellip: '…', bull: '•', euro: '€', trade: '™' }),
]);

const REFERENCE = /&(?:#(\d{2,6})|#[xX]([\da-fA-F]{2,5})|([A-Za-z]{2,8}\d{0,2}));/g;
/** A reference at the end of a cell, whose `;` divided the cell in two. */
const CUT_REFERENCE = /&(?:#\d{2,6}|#[xX][\da-fA-F]{2,5}|[A-Za-z]{2,8}\d{0,2})$/;

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return REFERENCES.get(name) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return isCharacter(code) ? String.fromCodePoint(code) : whole;
  });
}

const isCharacter = (code: number) =>
  code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code <= 0xdfff);

/** Returns whether a `;` behind a cell belonged to a reference, not to the row. */
export const endsInReference = (cell: string): boolean => {
  const [reference] = CUT_REFERENCE.exec(cell) ?? [];
  return reference !== undefined && decodeReferences(`${reference};`) !== `${reference};`;
};

/** Escaped Latin letters: `\u00f1`, and the bytes of UTF-8 as `%C3%B1` or `=C3=B1`. */
const ESCAPE = /\\u00([a-fA-F][\da-fA-F])|[%=][cC]3[%=]([89abAB][\da-fA-F])/g;

function decodeEscapes(text: string): string {
  if (!/[\\%=]/.test(text)) return text;
  return text.replace(ESCAPE, (_, json?: string, byte?: string) =>
    String.fromCharCode(json ? Number.parseInt(json, 16) : Number.parseInt(byte ?? '', 16) + 0x40),
  );
}

/**
 * Beginnings of characters in UTF-8, as each encoding shows their first byte: Latin-1, punctuation and emojis. No word
 * has such a sign or letter followed by the signs that the next bytes are.
 */
const LEADS: Readonly<Record<SingleByteEncoding, RegExp>> = {
  'windows-1252': /[ÂÃâïð][^\0-\x7F]+/g,
  macintosh: /[¬√‚Ô\uF8FF][^\0-\x7F]+/g,
  ibm850: /[┬├Ô´\xAD][^\0-\x7F]+/g,
};

/** Any of these beginnings: most texts beyond ASCII have none. */
const ANY_LEAD = /[ÂÃâïð¬√‚Ô\uF8FF┬├´\xAD][^\0-\x7F]/;

/** Reverts UTF-8 that was read in another encoding and saved as UTF-8, once; returns any other text unchanged. */
export function revertTwice(text: string): string {
  return ANY_LEAD.test(text) ? SINGLE_BYTE.reduce(decodeTwice, text) : text;
}

function decodeTwice(text: string, encoding: SingleByteEncoding): string {
  return text.replace(LEADS[encoding], (run) => {
    let decoded = '';
    for (let at = 0; at < run.length; ) {
      const character = characterAt(run, at, encoding);
      decoded += character ?? run[at];
      at += character === null ? 1 : utf8Length(character);
    }
    return decoded;
  });
}

/** Number of bytes that continue a character in UTF-8, by its first byte, for the beginnings in `LEADS`. */
const CONTINUATIONS: Readonly<Record<number, number>> = { 194: 1, 195: 1, 226: 2, 239: 2, 240: 3 };

/**
 * Returns the character whose UTF-8 bytes the characters from an index on are in an encoding; null if they are none. Computed, because a
 * decoder would throw an exception for every other character of a text.
 */
function characterAt(text: string, at: number, encoding: SingleByteEncoding): string | null {
  const lead = byteOf(text.charAt(at), encoding) ?? 0;
  const count = CONTINUATIONS[lead];
  if (count === undefined) return null;
  let code = lead & (0x3f >> count);
  for (let index = at + 1; index <= at + count; index++) {
    const byte = byteOf(text.charAt(index), encoding) ?? 0;
    if ((byte & 0xc0) !== 0x80) return null;
    code = (code << 6) | (byte & 0x3f);
  }
  const isShortest = count < 3 || code >= 0x10000;
  const character = String.fromCodePoint(code);
  return isShortest && !/\p{Co}/u.test(character) ? character : null;
}

/** Returns the number of bytes of a character beyond ASCII in UTF-8. */
const utf8Length = (character: string) => (character.length === 2 ? 4 : character < '\u0800' ? 2 : 3);
