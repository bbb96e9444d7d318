/** Encodings with one byte per character that programs write CSV files in. */
export const SINGLE_BYTE = ['windows-1252', 'macintosh', 'ibm850'] as const;

export type SingleByteEncoding = (typeof SINGLE_BYTE)[number];

/** Encoding of a file of text. */
export type BulkEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByteEncoding;

/** Names for people who look for the encoding in their program. */
export const ENCODING_NAMES: Readonly<Record<SingleByteEncoding, string>> = {
  'windows-1252': 'Windows-1252 (Excel)',
  macintosh: 'Mac Roman (Excel de Mac)',
  ibm850: 'CP850 (programas de DOS)',
};

/** CP850 from 0x80 on, which `TextDecoder` lacks. CP437 and CP858 have the same letters of Spanish in the same places. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xAD±‗¾¶§÷¸°¨·¹³²■\xA0';

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);

/** The characters of the bytes 0x80 to 0xFF. */
const CHARACTERS: Readonly<Record<SingleByteEncoding, string>> = {
  'windows-1252': new TextDecoder('windows-1252').decode(UPPER_HALF),
  macintosh: new TextDecoder('macintosh').decode(UPPER_HALF),
  ibm850: CP850,
};

const BYTES: Readonly<Record<SingleByteEncoding, ReadonlyMap<string, number>>> = {
  'windows-1252': bytesOf(CHARACTERS['windows-1252']),
  macintosh: bytesOf(CHARACTERS.macintosh),
  ibm850: bytesOf(CHARACTERS.ibm850),
};

function bytesOf(characters: string): ReadonlyMap<string, number> {
  // ISO-8859-1 has the controls U+0080 to U+009F where Windows-1252 has punctuation.
  const controls = Array.from({ length: 32 }, (_, index) => [String.fromCharCode(0x80 + index), 0x80 + index] as const);
  const own = Array.from(characters, (character, index) => [character, 0x80 + index] as const);
  return new Map(characters.startsWith('€') ? [...controls, ...own] : own);
}

const CODES = Object.fromEntries(
  SINGLE_BYTE.map((encoding) => [
    encoding,
    Uint16Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : CHARACTERS[encoding].charCodeAt(byte - 0x80))),
  ]),
) as Record<SingleByteEncoding, Uint16Array>;

/** Number of characters that one call of `String.fromCharCode` takes in every engine. */
const MAX_ARGUMENTS = 8192;

/** Decodes bytes of an encoding; every byte is a character. */
export function decodeSingle(bytes: Uint8Array, encoding: SingleByteEncoding): string {
  const table = CODES[encoding];
  return textOf(Uint16Array.from(bytes, (byte) => table[byte] as number));
}

/** Returns the UTF-16 code of a byte. */
export const codeOf = (byte: number, encoding: SingleByteEncoding): number => CODES[encoding][byte] as number;

/** Returns the text of UTF-16 codes. */
export function textOf(codes: Uint16Array): string {
  let text = '';
  for (let at = 0; at < codes.length; at += MAX_ARGUMENTS) {
    text += String.fromCharCode(...codes.subarray(at, at + MAX_ARGUMENTS));
  }
  return text;
}

/** Returns the byte of one character beyond ASCII; undefined if the encoding lacks it. */
export const byteOf = (character: string, encoding: SingleByteEncoding): number | undefined =>
  BYTES[encoding].get(character);

/** Returns the bytes of a text; null if the encoding lacks one of its characters. */
export function encode(text: string, encoding: SingleByteEncoding): Uint8Array | null {
  const bytes = Array.from(text, (character) =>
    character < '\x80' ? character.charCodeAt(0) : (byteOf(character, encoding) ?? -1),
  );
  return bytes.includes(-1) ? null : Uint8Array.from(bytes);
}
