import { describe, expect, test } from 'vitest';
import { pngOfSamples } from '#test/callers/png.ts';
import { decodePng, encodePng, rasterizeSvg } from './bitmap.ts';

const bits = (png: Buffer) => {
  const bitmap = decodePng(png);
  return bitmap && [...bitmap.bits].map((byte) => byte.toString(2).padStart(8, '0')).join(' ');
};

describe('a decoded PNG', () => {
  test('is black below half brightness, without dithering', () => {
    expect(bits(pngOfSamples('grey', 8, 1, [0, 60, 127, 128, 129, 200, 255, 0]))).toBe('11100001');
    expect(bits(pngOfSamples('palette', 8, 1, [0, 60, 127, 128, 129, 200, 255, 0]))).toBe('11100001');
  });

  test('converts colours by their perceived lightness', () => {
    const [red, green, blue, yellow] = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
    ] as const;
    expect(bits(pngOfSamples('rgb', 4, 1, [...red, ...green, ...blue, ...yellow]))).toBe('10100000');
  });

  test('is white where it is transparent', () => {
    const [clear, solid, faint, strong] = [
      [0, 0, 0, 0],
      [0, 0, 0, 255],
      [0, 0, 0, 100],
      [0, 0, 0, 140],
    ] as const;
    expect(bits(pngOfSamples('rgba', 4, 1, [...clear, ...solid, ...faint, ...strong]))).toBe('01010000');
    expect(bits(pngOfSamples('grey with alpha', 4, 1, [0, 0, 0, 255, 0, 100, 0, 140]))).toBe('01010000');
  });

  test('is equal to the bitmap that was encoded', () => {
    const bitmap = {
      width: 11,
      height: 3,
      bits: Buffer.from([0b10101010, 0b10100000, 255, 0b11100000, 0, 0b00100000]),
    };
    expect(decodePng(encodePng(bitmap, 8))).toEqual(bitmap);
  });

  test('is null if the file is no PNG, broken, empty or too large', () => {
    const right = pngOfSamples('grey', 20, 20, Array(400).fill(7));
    const broken = Buffer.from(right);
    broken[right.length - 20] = (broken[right.length - 20] ?? 0) ^ 255;
    const huge = Buffer.from(right);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const nothing = Buffer.from(right);
    nothing.writeUInt32BE(0, 16);
    for (const wrong of [
      Buffer.alloc(0),
      Buffer.from('GIF89a'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'),
      right.subarray(0, 30),
      right.subarray(0, right.length - 30),
      broken,
      huge,
      nothing,
      pngOfSamples('rgba', 2, 1, Array(8).fill(0)),
    ])
      expect(decodePng(wrong)).toBeNull();
    expect(decodePng(right)).not.toBeNull();
  });
});

test('an SVG is drawn without the fonts of the system', () => {
  const text = '<text x="0" y="9" font-size="10" font-family="sans-serif">x</text><path d="M0 0h1v1h-1z"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${text}</svg>`;
  expect(rasterizeSvg(svg).bits.filter((byte) => byte !== 0)).toHaveLength(1);
});
