import { CsvFileError } from '#shared/bulk/rows/errors.ts';
import type { BulkEncoding } from './encodings.ts';
import { createLineDecoder, withoutMarks } from './line-decoder.ts';

/**
 * Decodes the bytes of a file to text as they arrive. Each call yields the text in parts, so that its caller can yield to the event loop
 * between them: one part for each line, an empty one for a line that is only judged.
 */
export interface Decoder {
  /** @throws CsvFileError for bytes that aren't text */
  push(bytes: Uint8Array): Iterable<string>;
  end(): Iterable<string>;
  /** Encoding of most of the file so far; text without accents is UTF-8. */
  readonly encoding: BulkEncoding;
}

/** Message for a workbook of a spreadsheet program instead of a CSV file. */
export const SPREADSHEET =
  'Es una planilla de Excel. Guardala desde Excel como CSV UTF-8 (delimitado por comas): Archivo › Guardar como, y elegí ese archivo';
const NOT_TEXT = 'El archivo no es un CSV. Exportalo como CSV y probá de nuevo';

/** First bytes of other file formats. */
const SIGNATURES: readonly [signature: string, message: string][] = [
  ['PK\x03\x04', SPREADSHEET],
  ['\xd0\xcf\x11\xe0', SPREADSHEET],
  ['%PDF', NOT_TEXT],
  ['\x1f\x8b', NOT_TEXT],
  ['{\\rtf', NOT_TEXT],
];
const SIGNATURE_BYTES = 8;

/** Number of first bytes that decide about the encoding before any of them is decoded. */
const BEGINNING_BYTES = 65_536;
/** Number of bytes after which a line that doesn't end is decoded in parts: no row may be as long. */
const MAX_LINE_BYTES = 262_144;

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and the encodings of single bytes that programs in
 * Argentina write: Windows-1252, as Excel does (readings S12, C34), Mac Roman and CP850. Files of single bytes are
 * decoded line by line (`createLineDecoder`). The result doesn't depend on the chunks, and memory is constant.
 *
 * @param marksGuesses true for a reader that shows guessed cells: a mark follows each guessed character (`guessedEncoding`)
 */
export function createDecoder({ marksGuesses = false } = {}): Decoder {
  const lines = createLineDecoder();
  let utf16: TextDecoder | null = null;
  let pending: Uint8Array[] = [];
  let size = 0;
  let begun = false;
  /** Bytes of the beginning that are counted but not decoded. */
  let counted = 0;

  function* begin(bytes: Uint8Array): Generator<string, Uint8Array> {
    begun = true;
    rejectOtherFormats(bytes);
    const wide = utf16Of(bytes);
    if (wide) {
      utf16 = new TextDecoder(wide);
      return bytes;
    }
    const text = hasMark(bytes) ? bytes.subarray(3) : bytes;
    const beginning = text.subarray(0, endOfLines(text.subarray(0, BEGINNING_BYTES)));
    for (const line of linesOf(beginning)) {
      lines.judge(line);
      yield '';
    }
    counted = beginning.length;
    return text;
  }

  function decodeUtf16(bytes: Uint8Array, last: boolean): string {
    const text = (utf16 as TextDecoder).decode(bytes, { stream: !last });
    if (text.includes('\0')) throw new CsvFileError('not_csv', NOT_TEXT);
    return text;
  }

  function* decodeLines(bytes: Uint8Array, last: boolean): Generator<string> {
    if (bytes.includes(0)) throw new CsvFileError('not_csv', NOT_TEXT);
    const end = last ? bytes.length : endOfLines(bytes);
    keep(bytes.subarray(end));
    for (const line of linesOf(bytes.subarray(0, end))) {
      const text = lines.decode(line, counted > 0);
      counted -= Math.min(counted, line.length);
      yield marksGuesses ? text : withoutMarks(text);
    }
  }

  function keep(bytes: Uint8Array): void {
    pending = bytes.length > 0 ? [bytes.slice()] : [];
    size = bytes.length;
  }

  function* read(bytes: Uint8Array, last: boolean): Generator<string> {
    if (utf16) {
      yield decodeUtf16(bytes, last);
      return;
    }
    if (bytes.length > 0) pending.push(bytes.slice());
    size += bytes.length;
    const isWaiting = begun ? endOfLines(bytes) === 0 && size < MAX_LINE_BYTES : size < BEGINNING_BYTES + 3;
    if (isWaiting && !last) return;
    const all = concatBytes(pending, size);
    const content = begun ? all : yield* begin(all);
    if (!utf16) {
      yield* decodeLines(content, last);
      return;
    }
    keep(new Uint8Array(0));
    yield decodeUtf16(content, last);
  }

  return {
    push: (bytes) => read(bytes, false),
    end: () => read(new Uint8Array(0), true),
    get encoding() {
      return (utf16?.encoding as BulkEncoding | undefined) ?? lines.encoding;
    },
  };
}

function concatBytes(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Returns the index behind the last line break, or behind the last whole part of a line that is too long; else 0. */
function endOfLines(bytes: Uint8Array): number {
  let end = 0;
  for (let at = bytes.length - 1; at >= 0 && end === 0; at--) {
    if (bytes[at] === LINE_FEED || bytes[at] === RETURN) end = at + 1;
  }
  let rest = bytes.length - end;
  while (rest > MAX_LINE_BYTES) {
    const part = partLength(bytes.subarray(end));
    end += part;
    rest -= part;
  }
  return end;
}

/** Divides bytes into lines with their line breaks, and lines that are too long into parts. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const isEnd = bytes[at] === LINE_FEED || bytes[at] === RETURN;
    if (!isEnd && at + 1 - start <= MAX_LINE_BYTES) continue;
    const end = isEnd ? at + 1 : start + partLength(bytes.subarray(start));
    yield bytes.subarray(start, end);
    start = end;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

/** Returns the length of a long line's first part, which ends before a UTF-8 sequence. */
function partLength(bytes: Uint8Array): number {
  let length = MAX_LINE_BYTES;
  while (length > MAX_LINE_BYTES - 3 && ((bytes[length] as number) & 0xc0) === 0x80) length -= 1;
  return length;
}

const hasMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function rejectOtherFormats(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (found) throw new CsvFileError('not_csv', found[1]);
}

/** Returns the encoding of UTF-16 by its mark, or by a null in every other one of the first bytes; null for any other. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const areNulls = (from: number) => [0, 2, 4, 6].every((at) => bytes[at + from] === 0);
  if (areNulls(0) === areNulls(1)) return null;
  return areNulls(1) ? 'utf-16le' : 'utf-16be';
}
