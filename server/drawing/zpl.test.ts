import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldText, printZpl } from '#test/callers/read-zpl.ts';
import { FUZZ_TEXT_RUNS } from '#test/fuzz/fuzz-text.ts';
import { type Bitmap, bytesPerRow, decodePng } from './bitmap.ts';
import { fieldData, graphicFields } from './zpl.ts';

describe('field data', () => {
  test('is decoded to the same text and contains no command characters', () => {
    const signs = fc.string({
      unit: fc.constantFrom('^', '~', '_', '\\', '^XZ', '^XA', '~JA', '_5E', 'ñ', '🎉', '5', '\n'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 250 }), signs), (text) => {
        const data = fieldData(text);
        expect(data).toMatch(/^[ -\]`-}_]*$/);
        expect(data).not.toMatch(/[\^~\\]/);
        expect(fieldText(data)).toBe(text);
      }),
      { numRuns: FUZZ_TEXT_RUNS },
    );
  });

  test('of plain text is unchanged', () => {
    expect(fieldData('Av. Santa Fe 1234, 3 B')).toBe('Av. Santa Fe 1234, 3 B');
  });
});

/** Creates a picture of random dots, with runs long enough for every kind of compression. */
function picture(width: number, height: number, seed = 1): Bitmap {
  const bits = Buffer.alloc(bytesPerRow({ width }) * height);
  let state = seed;
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  let [left, value] = [0, 0];
  for (let at = 0; at < bits.length; at++) {
    if (left-- <= 0) {
      left = Math.floor(chance() ** 4 * 900);
      value = [0, 255, Math.floor(chance() * 256)][Math.floor(chance() * 3)] ?? 0;
    }
    bits[at] = value;
  }
  return clearPadding({ width, height, bits });
}

/** Clears the padding bits after the last dot of each row. */
function clearPadding({ width, height, bits }: Bitmap): Bitmap {
  const perRow = bytesPerRow({ width });
  if (width % 8 > 0)
    for (let y = 0; y < height; y++) {
      const last = y * perRow + perRow - 1;
      bits[last] = (bits[last] ?? 0) & (0xff << (8 - (width % 8)));
    }
  return { width, height, bits };
}

describe('a picture as graphic fields', () => {
  test.each([
    { name: 'of a label of 95 × 125 mm at 203 dpi', width: 740, height: 980, dotsPerMm: 8 },
    { name: 'of a label of 148 × 105 mm at 203 dpi', width: 1164, height: 820, dotsPerMm: 8 },
    { name: 'of a label of 95 × 125 mm at 300 dpi', width: 1120, height: 1480, dotsPerMm: 12 },
    { name: 'of odd measures', width: 37, height: 5, dotsPerMm: 8 },
  ])('$name is printed to the dot by a foreign printer, in legal bands', async ({ width, height, dotsPerMm }) => {
    const bitmap = picture(width, height);
    const fields = graphicFields(bitmap, 0, 0);
    let rows = 0;
    for (const [, y, sent, all, perRow, data] of fields.matchAll(/\^FO0,(\d+)\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS/g)) {
      expect(Number(y)).toBe(rows);
      expect(sent).toBe(all);
      expect(Number(all)).toBeLessThanOrEqual(99_999);
      expect(Number(perRow)).toBe(Math.ceil(width / 8));
      expect(data).toMatch(/^[0-9A-Fg-zG-Y,:]+$/);
      rows += Number(all) / Number(perRow);
    }
    expect(rows).toBe(height);
    const paper = { width: (width + 8) / dotsPerMm, height: (height + 8) / dotsPerMm, dotsPerMm };
    const [png = Buffer.alloc(0)] = await printZpl(`^XA^PW${width + 8}^LL${height + 8}${fields}^XZ`, paper);
    const printed = decodePng(png);
    if (!printed) throw new Error('nothing was printed');
    const perRow = bytesPerRow(bitmap);
    for (let y = 0; y < height; y++) {
      const from = y * bytesPerRow(printed);
      const row = Buffer.from(printed.bits.subarray(from, from + perRow));
      if (width % 8 > 0) row[perRow - 1] = (row[perRow - 1] ?? 0) & (0xff << (8 - (width % 8)));
      expect(row.equals(bitmap.bits.subarray(y * perRow, (y + 1) * perRow)), `row ${y}`).toBe(true);
    }
  });

  test('starts at the given position', () => {
    expect(graphicFields(picture(16, 2), 10, 20)).toMatch(/^\^FO10,20\^GFA,4,4,2,/);
  });
});
