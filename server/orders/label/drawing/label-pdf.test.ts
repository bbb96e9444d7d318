import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { type LabelPdfOptions, type LabelSettings, labelsPdf } from './label-pdf.ts';

const createdAt = new Date('2026-01-05T15:00:00Z');
const ONE: LabelSettings = { size: 1, perPage: 1 };

const pdf = (labels: LabelData[], settings = ONE, options: Partial<LabelPdfOptions> = {}) =>
  buffer(labelsPdf(labels, settings, { createdAt, ...options }));

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    labelData({
      shipmentLabel: `7K3MQ9XW2RT-${index + 1}`,
      trackingUrl: `https://seguimiento.remito.example/7K3MQ9XW2RT-${index + 1}`,
      package: { number: index + 1, total: count },
    }),
  );

describe('one label on a page', () => {
  test.each([
    { size: 1, width: 95, height: 125 },
    { size: 2, width: 148, height: 105 },
  ] as const)(
    'size $size is a page of $width × $height mm, and its codes can be scanned',
    async ({ size, width, height }) => {
      const { pages } = await readPdf(await pdf(numbered(2), { size, perPage: 2 === size ? 2 : 1 }));
      expect(pages).toHaveLength(2);
      for (const [index, page] of pages.entries()) {
        expect(page.width).toBeCloseTo(width, 2);
        expect(page.height).toBeCloseTo(height, 2);
        const bars = page.codes.find(({ format }) => format === 'Code128');
        const square = page.codes.find(({ format }) => format === 'QRCode');
        expect(bars?.text).toBe(`7K3MQ9XW2RT-${index + 1}`);
        expect(square?.text).toBe(`https://seguimiento.remito.example/7K3MQ9XW2RT-${index + 1}`);
        expect((square?.right ?? 0) - (square?.left ?? 0)).toBeGreaterThan(19.7);
      }
    },
  );

  test.each([1, 2] as const)('size %i contains everything that a carrier needs', async (size) => {
    const { pages, title } = await readPdf(await pdf([labelData()], { size, perPage: 1 }));
    const text = pages[0]?.text.replaceAll('\n', ' ') ?? '';
    for (const expected of [
      'Remito Logística',
      'Entrega a domicilio',
      '05/01/2026',
      '1/2',
      '1427',
      'Belgrano',
      'María Fernanda Álvarez Núñez',
      'Av. Álvarez Thomas 1234, Piso 3, Dpto. B',
      'Entre Olazábal y Mendoza',
      'Barrio Belgrano',
      'C1427CCO',
      'Tel. 11 5555-0199',
      'DNI 30412877',
      'Tocar el timbre de portería.',
      'Tienda del Ñandú S.R.L.',
      'Bv. San Juan 480',
      '5900 Villa María, Córdoba',
      'Tel. 351 555-0142',
      'WEB-10482',
      '7K3MQ9XW2RT-1',
      '1,25 kg',
      '30 × 20 × 10 cm',
      '2 × Remera de algodón',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('Valor declarado');
    expect(title).toBe('Etiqueta 7K3MQ9XW2RT-1');
  });
});

describe('two labels on a sheet', () => {
  test('are side by side on an A4, and the second half stays empty after an odd number', async () => {
    const { pages } = await readPdf(await pdf(numbered(3), { size: 1, perPage: 2 }));
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [210, 297],
      [210, 297],
    ]);
    const bars = pages.map(({ codes }) =>
      codes.filter(({ format }) => format === 'Code128').sort((one, other) => one.left - other.left),
    );
    expect(bars.map((codes) => codes.map(({ text }) => text))).toEqual([
      ['7K3MQ9XW2RT-1', '7K3MQ9XW2RT-2'],
      ['7K3MQ9XW2RT-3'],
    ]);
    const [left, right] = bars[0] ?? [];
    expect(left?.right).toBeLessThan(102.5);
    expect((right?.left ?? 0) - (left?.left ?? 0)).toBeCloseTo(100, 0);
    expect(pages[1]?.stretches.every((stretch) => stretch.right < 105)).toBe(true);
    expect(pages.every(({ stretches }) => stretches.every(({ baseline }) => baseline < 135))).toBe(true);
  });

  test('can start on the second half of a sheet that was used before', async () => {
    const { pages } = await readPdf(await pdf(numbered(2), { size: 1, perPage: 2 }, { startAtSecondHalf: true }));
    expect(pages).toHaveLength(2);
    expect(pages[0]?.stretches.every(({ left }) => left > 105)).toBe(true);
    expect(pages[1]?.stretches.every(({ right }) => right < 105)).toBe(true);
  });
});

describe('the document', () => {
  test('is byte-identical for equal data and time', async () => {
    expect(await pdf(numbered(3))).toEqual(await pdf(numbered(3)));
  });

  test('is refused without labels', () => {
    expect(() => labelsPdf([], ONE, { createdAt })).toThrow(RangeError);
  });

  test('stops at the next label if it is aborted', async () => {
    const abort = new AbortController();
    let drawn = 0;
    const labels = numbered(50).map((label) => ({
      ...label,
      get createdDay() {
        if (++drawn === 3) abort.abort();
        return '2026-01-05';
      },
    }));
    await expect(pdf(labels, ONE, { signal: abort.signal })).rejects.toThrow(/abort/i);
    expect(drawn).toBeLessThan(10);
  });

  test('of 500 labels doesn’t block the event loop and uses little memory', async () => {
    let turns = 0;
    let largest = 0;
    const before = process.memoryUsage();
    const timer = setInterval(() => {
      turns += 1;
      const { heapUsed, external } = process.memoryUsage();
      largest = Math.max(largest, heapUsed + external - before.heapUsed - before.external);
    }, 1);
    let bytes = 0;
    for await (const chunk of labelsPdf(numbered(500), ONE, { createdAt })) bytes += (chunk as Buffer).length;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(100);
    expect(largest).toBeLessThan(150e6);
    expect(bytes).toBeLessThan(500 * 8000);
  });
});
