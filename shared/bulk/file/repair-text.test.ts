import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { decodeSingle, encode, SINGLE_BYTE, type SingleByteEncoding } from './encodings.ts';
import { repairText, revertTwice } from './repair-text.ts';

const LEADS: Readonly<Record<SingleByteEncoding, string>> = {
  'windows-1252': 'ÂÃâïð',
  macintosh: '¬√‚Ô\uF8FF',
  ibm850: '┬├Ô´\xAD',
};

/** Reverts a text as `revertTwice` does, by a decoder that refuses with an exception what is no character. */
const revertByDecoder = (text: string) => SINGLE_BYTE.reduce(revertOne, text);

function revertOne(text: string, encoding: SingleByteEncoding): string {
  let reverted = '';
  for (let at = 0; at < text.length; ) {
    const lead = LEADS[encoding].includes(text.charAt(at));
    const length = lead ? [2, 3, 4].find((count) => decoded(text.slice(at, at + count), encoding) !== null) : undefined;
    reverted += length ? decoded(text.slice(at, at + length), encoding) : text.charAt(at);
    at += length ?? 1;
  }
  return reverted;
}

function decoded(characters: string, encoding: SingleByteEncoding): string | null {
  const bytes = encode(characters, encoding);
  if (!bytes) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return [...text].length === 1 && !/\p{Co}/u.test(text) ? text : null;
  } catch {
    return null;
  }
}

test('a damaged text is reverted as a decoder of UTF-8 reads its bytes', () => {
  const characters = fc.constantFrom(
    ...'ñáÑé°ºªü’—…€\uFEFF\uFFFD\uFFFE\uF000\uF8FF\uE000\u{10000}🎉\u{3FFFF}\u2000\u2FFF',
  );
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 5, min: 0x80 });
  const part = fc.oneof(
    fc.constantFrom(...Object.values(LEADS).join(''), ...'€™œ¡±©³\x80\x90\x9F\xA0¿abc -🎉\uD83D\uDE00'.split('')),
    fc
      .tuple(
        fc.oneof(
          characters.map((one) => new TextEncoder().encode(one)),
          bytes,
        ),
        fc.constantFrom(...SINGLE_BYTE),
      )
      .map(([written, encoding]) => decodeSingle(written, encoding)),
    fc.integer({ min: 0x80, max: 0x2fff }).map((code) => String.fromCharCode(code)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(revertTwice(parts.join(''))).toBe(revertByDecoder(parts.join('')));
    }),
  );
});

test.each(['Ã', '√', '┬', 'â€', 'ð', 'ÃƒÂ'])('no decoder tries each «%s» of a long cell', (unit) => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  repairText(unit.repeat(4000));
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});
