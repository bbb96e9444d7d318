import { fitAt, fitOf, MAX_FITS } from '#shared/bulk/layout/letter-fit.ts';
import { type BulkEncoding, codeOf, SINGLE_BYTE, type SingleByteEncoding, textOf } from './encodings.ts';

/**
 * Marks behind guessed characters, one for each encoding of a single byte: a lone low surrogate, which decoded text
 * never contains.
 */
const FIRST_MARK = 0xdc80;
const MARKS = /(?<![\uD800-\uDBFF])[\uDC80-\uDC82]/g;

/** Returns a text without the marks of guessed characters. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** Returns the encoding by which characters of a text were guessed; null if all of them are certain. */
export function guessedEncoding(text: string): SingleByteEncoding | null {
  const [mark] = text.match(MARKS) ?? [];
  return mark === undefined ? null : (SINGLE_BYTE[mark.charCodeAt(0) - FIRST_MARK] ?? null);
}

/** Sum of score differences from which an encoding counts as that of a file, or of a part of it. */
const SETTLED: Readonly<Record<SingleByteEncoding, number>> = { 'windows-1252': 2, macintosh: 8, ibm850: 8 };
/** Score difference from which a line alone is certain, and the one that makes a reading the better one. */
const CERTAIN = 8;
const BETTER = 2;
/** The usual encoding wins a draw. */
const PREFERENCE = 0.5;

interface Reading {
  encoding: SingleByteEncoding;
  text: string;
  score: number;
  least: number;
}

/** Decodes single lines, and remembers what they say about the file's encoding. */
export interface LineDecoder {
  /** Counts a line of the beginning before it is decoded. It isn't counted again. */
  judge(line: Uint8Array): void;
  /** @param isCounted true for a line that `judge` has counted */
  decode(line: Uint8Array, isCounted: boolean): string;
  /** Encoding of most of the lines so far. */
  readonly encoding: BulkEncoding;
}

/**
 * Creates a decoder of lines in UTF-8, Windows-1252, Mac Roman and CP850 (or CP437). Text that is valid UTF-8 is UTF-8.
 * Every other line is read in the encoding whose letters fit Spanish words best, weighed with the lines before: a file
 * may be joined from several ones. Within such a line, valid UTF-8 sequences of Latin letters and punctuation stay
 * UTF-8. Where a file is UTF-8 and no encoding fits, the bytes become U+FFFD.
 */
export function createLineDecoder(): LineDecoder {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const evidence: Record<SingleByteEncoding, number> = { 'windows-1252': 0, macintosh: 0, ibm850: 0 };
  const counts = { utf8: 0, other: 0 };

  const main = () => SINGLE_BYTE.reduce((best, one) => (evidence[one] > evidence[best] ? one : best));
  const isSettled = (encoding: SingleByteEncoding) => evidence[encoding] >= SETTLED[encoding];

  function utf8(line: Uint8Array): string | null {
    const first = firstBeyondAscii(line);
    // An exception for each line would cost more than the rest of the decoding.
    if (first >= 0 && !isSequence(line, first)) return null;
    try {
      return strict.decode(line);
    } catch {
      return null;
    }
  }

  function rank(line: Uint8Array): [best: Reading, second: Reading, ...rest: Reading[]] {
    const usual = main();
    const weight = ({ encoding, score }: Reading) => score + (encoding === usual ? PREFERENCE : 0);
    const readings = SINGLE_BYTE.map((encoding): Reading => {
      const text = decodeMixed(line, encoding);
      return { encoding, text, ...fitOf(text) };
    });
    return readings.sort((a, b) => weight(b) - weight(a)) as [Reading, Reading, Reading];
  }

  function count(line: Uint8Array, text: string | null, ranked: readonly Reading[] = []): void {
    if (text !== null) {
      counts.utf8 += countCharacters(line);
      return;
    }
    counts.other += countCharacters(line);
    const [best, second] = ranked;
    if (!best || !second || best.least <= -2 || best.score <= second.score) return;
    // 'SCHRÖDER' in Windows-1252 is 'SCHRÍDER' in CP850, and no evidence of it.
    const isPossible = ranked.some(({ encoding, least }) => encoding === 'windows-1252' && least > -2);
    if (isPossible && best.encoding !== 'windows-1252') return;
    evidence[best.encoding] += Math.min(CERTAIN, best.score - second.score);
  }

  function choose(ranked: readonly Reading[]): { reading: Reading; isCertain: boolean } {
    const [best, second] = ranked as [Reading, Reading];
    const usual = main();
    const own = ranked.find(({ encoding }) => encoding === usual) as Reading;
    if (isSettled(usual) && own.least > -2) {
      const rival = ranked.find(({ encoding, score, least }) => {
        return encoding !== usual && evidence[encoding] > 0 && score >= own.score && least >= 0;
      });
      return { reading: own, isCertain: rival === undefined };
    }
    const margin = best.score - second.score;
    const windows = ranked.find(({ encoding }) => encoding === 'windows-1252') as Reading;
    // Most files are Windows-1252: a row that is possible in it proves no other encoding ('Gonçalves', 'BÖHM'). A blank may be a letter.
    if (!isSettled(best.encoding) && windows.least > -2 && !windows.text.includes('\u00a0')) {
      return { reading: windows, isCertain: best === windows ? margin >= BETTER : best.least < 3 };
    }
    // The check of cells finds what fits in no encoding.
    if (best.least <= -2) return { reading: own, isCertain: true };
    const isKnown = best.encoding === 'windows-1252' || isSettled(best.encoding);
    return { reading: best, isCertain: margin >= (isKnown ? BETTER : CERTAIN) };
  }

  /** Returns the text of a line in the file's encoding if nothing contradicts it, without a look at the others; else null. */
  function usualText(line: Uint8Array): string | null {
    const encoding = main();
    const isOnly = SINGLE_BYTE.every((one) => one === encoding || evidence[one] === 0);
    if (!isOnly || !isSettled(encoding)) return null;
    const text = decodeMixed(line, encoding);
    return NOT_PLAIN.test(text) ? null : text;
  }

  return {
    judge(line) {
      const text = utf8(line);
      count(line, text, text === null ? rank(line) : []);
    },
    decode(line, isCounted) {
      const text = utf8(line);
      const usual = text ?? usualText(line);
      const ranked = usual === null ? rank(line) : [];
      if (!isCounted) count(line, text, ranked);
      if (usual !== null) return usual;
      const { reading, isCertain } = choose(ranked);
      if (counts.utf8 * 2 > counts.other) {
        if (reading.score <= 0) return UTF8.decode(line);
        if (reading.least <= -2) return withoutUnfit(reading.text);
      }
      return isCertain ? reading.text : reading.text.replace(/[^\0-\x7F]/gu, `$&${markOf(reading.encoding)}`);
    },
    get encoding() {
      return counts.other > counts.utf8 ? main() : 'utf-8';
    },
  };
}

/** Anything beyond ASCII but Spanish letters whose case is that of their neighbours. */
const NOT_PLAIN =
  /[^\0-\x7FáéíóúüñÁÉÍÓÚÜÑ]|[áéíóúüñ][A-ZÁÉÍÓÚÜÑ]|[a-záéíóúüñ][ÁÉÍÓÚÜÑ]|[ÁÉÍÓÚÜÑ][a-z]{2}|[A-Z]{2}[áéíóúüñ]/;

/** Returns a text with U+FFFD for each character that doesn't fit, and for all behind the first `MAX_FITS`. */
function withoutUnfit(text: string): string {
  let count = 0;
  return text.replace(/[^\0-\x7F]/gu, (character, index: number) =>
    ++count > MAX_FITS || fitAt(text, index) <= -2 ? '\uFFFD' : character,
  );
}

const markOf = (encoding: SingleByteEncoding) => String.fromCharCode(FIRST_MARK + SINGLE_BYTE.indexOf(encoding));

/** Counts characters beyond ASCII as if the bytes were UTF-8. */
function countCharacters(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc0) count += 1;
  return count;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function firstBeyondAscii(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) >= 0x80) return at;
  return -1;
}

/** Returns whether the byte at an index begins a sequence of UTF-8. */
function isSequence(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return first >= 0xc2 && first <= 0xf4 && second >= 0x80 && second <= 0xbf;
}

/** Decodes bytes of one encoding, and UTF-8 sequences among them. */
function decodeMixed(bytes: Uint8Array, encoding: SingleByteEncoding): string {
  const codes = new Uint16Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 1) codes[size++] = codeOf(bytes[at] as number, encoding);
    else for (const code of codesOf(bytes.subarray(at, at + length))) codes[size++] = code;
    at += length;
  }
  return textOf(codes.subarray(0, size));
}

/** Returns the UTF-16 codes of a UTF-8 sequence. A longer form of a shorter sequence has U+FFFD for each byte, as in `TextDecoder`. */
function codesOf(sequence: Uint8Array): number[] {
  const [first = 0, ...rest] = sequence;
  const code = rest.reduce((head, byte) => (head << 6) | (byte & 0x3f), first & (0x3f >> rest.length));
  if (rest.length < 3) return [code];
  if (code < 0x10000) return [0xfffd, 0xfffd, 0xfffd, 0xfffd];
  return [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + (code & 0x3ff)];
}

/** Lengths of the UTF-8 sequences that no text in an encoding of single bytes contains, by their first byte. */
const SEQUENCES: Readonly<Record<number, number>> = { 194: 2, 195: 2, 226: 3, 239: 3, 240: 4 };

/** Returns the length of the UTF-8 sequence at an index; 1 for any other byte. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const length = SEQUENCES[bytes[at] as number] ?? 1;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index];
    if (byte === undefined || byte < 0x80 || byte > 0xbf) return 1;
  }
  return length;
}
