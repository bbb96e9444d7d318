import { CsvFileError } from './errors.ts';

export type BulkEncoding = 'utf-8' | 'windows-1252';

/** Decodes the bytes of a file to text as they arrive. */
export interface Decoder {
  /** @throws CsvFileError for bytes that aren't text */
  push(bytes: Uint8Array): string;
  end(): string;
  /** Encoding detected so far; text without accents is valid in both. */
  readonly encoding: BulkEncoding;
}

/** Message for a workbook of a spreadsheet program instead of a CSV file. */
export const SPREADSHEET =
  'Es una planilla de Excel. Guardala desde Excel como CSV UTF-8 (delimitado por comas): Archivo › Guardar como, y elegí ese archivo';
const NOT_TEXT = 'El archivo no es un CSV. Exportalo como CSV y probá de nuevo';
const UTF16 =
  'El archivo está guardado como texto Unicode (UTF-16). Guardalo como «CSV UTF-8 (delimitado por comas)» y probá de nuevo';

/** First bytes of other file formats. */
const SIGNATURES: readonly [string, () => CsvFileError][] = [
  ['PK\x03\x04', () => new CsvFileError('not_csv', SPREADSHEET)],
  ['\xd0\xcf\x11\xe0', () => new CsvFileError('not_csv', SPREADSHEET)],
  ['\xff\xfe', () => new CsvFileError('utf16', UTF16)],
  ['\xfe\xff', () => new CsvFileError('utf16', UTF16)],
  ['%PDF', () => new CsvFileError('not_csv', NOT_TEXT)],
  ['\x1f\x8b', () => new CsvFileError('not_csv', NOT_TEXT)],
  ['{\\rtf', () => new CsvFileError('not_csv', NOT_TEXT)],
];

/** Number of bytes that identify a format; also covers the longest UTF-8 character. */
const SIGNATURE_BYTES = 8;
const CHARACTER_BYTES = 4;

/**
 * Decodes UTF-8, with or without a byte order mark, and Windows-1252, which Excel uses in Argentina (readings S12,
 * C34). The first character beyond ASCII decides: in Windows-1252 it is practically never valid UTF-8. One pass is
 * enough, and the result doesn't depend on the chunks.
 */
export function createDecoder(): Decoder {
  const utf8 = new TextDecoder('utf-8');
  let decoder: TextDecoder | null = null;
  let encoding: BulkEncoding = 'utf-8';
  // Bytes that can't be decoded yet.
  let pending = new Uint8Array(0);
  let begun = false;

  function decide(bytes: Uint8Array, last: boolean): string {
    const first = bytes.findIndex((byte) => byte >= 0x80);
    if (first >= 0 && !last && bytes.length - first < CHARACTER_BYTES) {
      pending = bytes.slice(first);
      return utf8.decode(bytes.subarray(0, first), { stream: true });
    }
    pending = new Uint8Array(0);
    if (first < 0) return utf8.decode(bytes, { stream: true });
    if (isUtf8(bytes, first)) {
      decoder = utf8;
      return utf8.decode(bytes, { stream: true });
    }
    encoding = 'windows-1252';
    decoder = new TextDecoder('windows-1252');
    return utf8.decode(bytes.subarray(0, first)) + decoder.decode(bytes.subarray(first), { stream: true });
  }

  function read(bytes: Uint8Array, last: boolean): string {
    if (decoder && bytes.includes(0)) throw new CsvFileError('not_csv', NOT_TEXT);
    if (decoder) return decoder.decode(bytes, { stream: true });
    const all = pending.length > 0 ? concatBytes(pending, bytes) : bytes;
    if (!begun && all.length < SIGNATURE_BYTES && !last) {
      pending = all.slice();
      return '';
    }
    if (!begun) rejectOtherFormats(all);
    begun = true;
    if (all.includes(0)) throw new CsvFileError('not_csv', NOT_TEXT);
    return decide(all, last);
  }

  return {
    push: (bytes) => read(bytes, false),
    end() {
      const rest = read(new Uint8Array(0), true);
      return rest + (decoder ?? utf8).decode();
    },
    get encoding() {
      return encoding;
    },
  };
}

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Rejects other formats. Text has no null bytes; a null in every other byte is UTF-16 without a byte order mark. */
function rejectOtherFormats(bytes: Uint8Array): void {
  const start = bytes.subarray(0, SIGNATURE_BYTES);
  const text = String.fromCharCode(...start);
  const found = SIGNATURES.find(([signature]) => text.startsWith(signature));
  if (found) throw found[1]();
  const nulls = (from: number) => [0, 2, 4, 6].every((at) => start[at + from] === 0);
  if (nulls(0) !== nulls(1)) throw new CsvFileError('utf16', UTF16);
}

/** Returns whether the bytes at an index are a UTF-8 character beyond ASCII. */
function isUtf8(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] as number;
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4) return false;
  return Array.from({ length: more }, (_, index) => bytes[at + 1 + index]).every(
    (byte) => byte !== undefined && byte >= 0x80 && byte <= 0xbf,
  );
}
