import { FileProblem } from './problems.ts';

export type BulkEncoding = 'utf-8' | 'windows-1252';

/** Turns the bytes of a file into text as they arrive. */
export interface Decoder {
  /** @throws FileProblem for bytes that are no text */
  push(bytes: Uint8Array): string;
  end(): string;
  /** What the file turned out to be so far; text without accents is both. */
  readonly encoding: BulkEncoding;
}

const SHEET = 'El archivo es una planilla de Excel. Guardala como «CSV (delimitado por punto y coma)» y probá de nuevo';
const NOT_TEXT = 'El archivo no es un CSV. Exportalo como CSV y probá de nuevo';
const UTF16 =
  'El archivo está guardado como texto Unicode (UTF-16). Guardalo como «CSV UTF-8 (delimitado por comas)» y probá de nuevo';

/** What other kinds of files begin with. */
const SIGNATURES: readonly [string, () => FileProblem][] = [
  ['PK\x03\x04', () => new FileProblem('not_csv', SHEET)],
  ['\xd0\xcf\x11\xe0', () => new FileProblem('not_csv', SHEET)],
  ['\xff\xfe', () => new FileProblem('utf16', UTF16)],
  ['\xfe\xff', () => new FileProblem('utf16', UTF16)],
  ['%PDF', () => new FileProblem('not_csv', NOT_TEXT)],
  ['\x1f\x8b', () => new FileProblem('not_csv', NOT_TEXT)],
  ['{\\rtf', () => new FileProblem('not_csv', NOT_TEXT)],
];

/** Bytes that decide what a file is, and that the longest character of UTF-8 has. */
const SIGNATURE_BYTES = 8;
const CHARACTER_BYTES = 4;

/**
 * Reads UTF-8, with or without its mark, and Windows-1252, which is what Excel saves in Argentina (readings S12, C34). The
 * first character beyond ASCII decides: in Windows-1252 it is practically never valid UTF-8. So one pass is enough, and
 * the outcome doesn't depend on how the bytes were cut.
 */
export function createDecoder(): Decoder {
  const utf8 = new TextDecoder('utf-8');
  let decoder: TextDecoder | null = null;
  let encoding: BulkEncoding = 'utf-8';
  // What can't be judged yet.
  let held = new Uint8Array(0);
  let begun = false;

  function decide(bytes: Uint8Array, last: boolean): string {
    const first = bytes.findIndex((byte) => byte >= 0x80);
    if (first >= 0 && !last && bytes.length - first < CHARACTER_BYTES) {
      held = bytes.slice(first);
      return utf8.decode(bytes.subarray(0, first), { stream: true });
    }
    held = new Uint8Array(0);
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
    if (decoder) return decoder.decode(bytes, { stream: true });
    const all = held.length > 0 ? joined(held, bytes) : bytes;
    if (!begun && all.length < SIGNATURE_BYTES && !last) {
      held = all.slice();
      return '';
    }
    if (!begun) refuseOthers(all);
    begun = true;
    return decide(all, last);
  }

  return {
    push(bytes) {
      refuseBinary(bytes, begun ? null : held);
      return read(bytes, false);
    },
    end() {
      const rest = read(new Uint8Array(0), true);
      return rest + (decoder ?? utf8).decode();
    },
    get encoding() {
      return encoding;
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function refuseOthers(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES));
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (found) throw found[1]();
}

/** Text has no null bytes; every other byte being one is UTF-16 without its mark. */
function refuseBinary(bytes: Uint8Array, before: Uint8Array | null): void {
  if (!bytes.includes(0)) return;
  const all = before ? joined(before, bytes) : bytes;
  if (before) refuseOthers(all);
  const even = [0, 2, 4, 6].every((at) => all[at] === 0);
  const odd = [1, 3, 5, 7].every((at) => all[at] === 0);
  throw even !== odd ? new FileProblem('utf16', UTF16) : new FileProblem('not_csv', NOT_TEXT);
}

/** Whether the character beyond ASCII that begins at an index is one of UTF-8. */
function isUtf8(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] as number;
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4) return false;
  return Array.from({ length: more }, (_, index) => bytes[at + 1 + index]).every(
    (byte) => byte !== undefined && byte >= 0x80 && byte <= 0xbf,
  );
}
