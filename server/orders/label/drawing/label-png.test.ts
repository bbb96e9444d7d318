import { describe, expect, test } from 'vitest';
import { bytesPerRow, decodePng } from '#server/drawing/bitmap.ts';
import { pictureZpl } from '#server/integrations/label-conversion/picture-zpl.ts';
import { scanBarcodes } from '#test/callers/barcode-scanner.ts';
import { scanZpl } from '#test/callers/read-zpl.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { renderLabelPng } from './label-png.ts';

describe.each([
  { dpi: 203, dotsPerMm: 8 },
  { dpi: 300, dotsPerMm: 12 },
])('the picture of a label at $dpi dpi', ({ dotsPerMm }) => {
  const png = renderLabelPng(labelData({ band: 'REFRIGERADO' }), dotsPerMm);

  test('is the label without ten dots of its margin on each side, and its codes can be scanned', async () => {
    const bitmap = decodePng(png);
    expect([bitmap?.width, bitmap?.height]).toEqual([95 * dotsPerMm - 20, 125 * dotsPerMm - 20]);
    const codes = await scanBarcodes(new Uint8Array(png), dotsPerMm);
    expect(codes.map(({ format, text }) => [format, text]).sort()).toEqual([
      ['Code128', '7K3MQ9XW2RT-1'],
      ['QRCode', 'https://seguimiento.remito.example/7K3MQ9XW2RT-1'],
    ]);
  });

  test('has bars and gaps of whole dots', () => {
    const bitmap = decodePng(png);
    if (!bitmap) throw new Error('no picture');
    const y = Math.round(42 * dotsPerMm) - 10;
    const row = bitmap.bits.subarray(y * bytesPerRow(bitmap), (y + 1) * bytesPerRow(bitmap));
    const dots = [...row].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const runs = dots.replace(/^0+|0+$/g, '').match(/1+|0+/g) ?? [];
    const module = Math.min(...runs.map(({ length }) => length));
    expect(module).toBeGreaterThanOrEqual(0.25 * dotsPerMm);
    expect(runs.every(({ length }) => length % module === 0)).toBe(true);
    expect(runs.length).toBeGreaterThan(60);
  });

  test('converted with the specified offsets equals the label to the dot', async () => {
    const zpl = pictureZpl({ png, x: 10, y: 10 });
    expect(zpl).toContain(`^PW${95 * dotsPerMm}^LL${125 * dotsPerMm}`);
    const [codes = []] = await scanZpl(zpl ?? '', { width: 95, height: 125, dotsPerMm });
    expect(codes.map(({ format }) => format).sort()).toEqual(['Code128', 'QRCode']);
    expect(codes.every(({ left, right }) => left > 4 && right < 91.1)).toBe(true);
  });
});

test('a picture shows letters of other alphabets, and markup as text', async () => {
  const plain = renderLabelPng(labelData({ who: { name: 'Ana' } }), 8);
  const drawn = renderLabelPng(labelData({ who: { name: 'Łukasz Дмитрий <path d="M0 0h900v900z"/>' } }), 8);
  expect(drawn.equals(plain)).toBe(false);
  expect(await scanBarcodes(new Uint8Array(drawn), 8)).toHaveLength(2);
});
