import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { inkBounds } from '#test/callers/barcode-scanner.ts';
import { printZpl, readZpl, scanZpl } from '#test/callers/read-zpl.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { FUZZ_TEXT_RUNS } from '#test/fuzz/fuzz-text.ts';
import { labelsZpl } from './label-zpl.ts';

const zplOf = (labels: LabelData[], dotsPerMm = 8) => Buffer.concat([...labelsZpl(labels, dotsPerMm)]).toString();

const textOf = (data: LabelData) => readZpl(zplOf([data]))[0]?.text.replaceAll('\n', ' ') ?? '';

/** Allowed commands of a label without pictures. Commands that configure, delete or restart aren't among them. */
const KNOWN = new Set('^XA ^CI ^PW ^LL ^LH ^FO ^FT ^A0 ^FH ^FD ^FS ^GB ^GF ^BY ^BC ^BQ ^FR ^PQ ^XZ'.split(' '));

describe.each([
  { dpi: 203, dotsPerMm: 8 },
  { dpi: 300, dotsPerMm: 12 },
])('a label at $dpi dpi', ({ dotsPerMm }) => {
  const paper = { width: 95, height: 125, dotsPerMm };

  test('can be scanned from the picture of an independent ZPL renderer, and its codes have the right size', async () => {
    const [codes = []] = await scanZpl(zplOf([labelData()], dotsPerMm), paper);
    const bars = codes.find(({ format }) => format === 'Code128');
    const square = codes.find(({ format }) => format === 'QRCode');
    expect(bars?.text).toBe('7K3MQ9XW2RT-1');
    expect(square?.text).toBe('https://seguimiento.remito.example/7K3MQ9XW2RT-1');
    expect((square?.right ?? 0) - (square?.left ?? 0)).toBeGreaterThan(19.7);
    expect((bars?.right ?? 0) - (bars?.left ?? 0)).toBeGreaterThan(55);
    for (const { left, right, top, bottom } of codes) {
      expect(left).toBeGreaterThan(4);
      expect(top).toBeGreaterThan(4);
      expect(right).toBeLessThan(91.1);
      expect(bottom).toBeLessThan(121.1);
    }
  });

  test('has the size of the label and prints nothing into its margin', async () => {
    const zpl = zplOf([labelData({ band: 'REFRIGERADO' })], dotsPerMm);
    expect(zpl).toContain(`^PW${95 * dotsPerMm}^LL${125 * dotsPerMm}^LH0,0`);
    const [png = Buffer.alloc(0)] = await printZpl(zpl, paper);
    const { dots, left, right, top, bottom } = inkBounds(png);
    expect(dots).toBeGreaterThan(10_000);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(3.8 * dotsPerMm);
    expect(right).toBeLessThan((95 - 3.8) * dotsPerMm);
    expect(bottom).toBeLessThan((125 - 3.8) * dotsPerMm);
  });
});

test('a label contains everything that a carrier needs', () => {
  const text = textOf(labelData());
  for (const expected of [
    'Remito Logística',
    'Entrega a domicilio',
    '1/2',
    '1427',
    'María Fernanda Álvarez Núñez',
    'Av. Álvarez Thomas 1234, Piso 3, Dpto. B',
    'Entre Olazábal y Mendoza',
    'Barrio Belgrano',
    'Tel. 11 5555-0199',
    'DNI 30412877',
    'Tocar el timbre de portería.',
    'Tienda del Ñandú S.R.L.',
    'WEB-10482',
    '7K3MQ9XW2RT-1',
    '2 × Remera de algodón',
  ])
    expect(text).toContain(expected);
});

test('a label of reverse logistics shows where to collect and deliver, white on black', () => {
  const [label] = readZpl(
    zplOf([labelData({ reverse: true, band: 'LOGÍSTICA INVERSA', deliveryMode: 'Logística inversa' })]),
  );
  expect(label?.text).toContain('RETIRAR EN\nMaría Fernanda');
  expect(label?.text).toContain('ENTREGAR A\nTienda del Ñandú S.R.L.');
  expect(label?.text).not.toContain('DESTINATARIO');
  expect(label?.commands).toContain('^FR');
});

test('labels of a batch are printed in order', async () => {
  const numbers = Array.from({ length: 23 }, (_, index) => `7K3MQ9XW2RT-${index + 1}`);
  const zpl = zplOf(numbers.map((shipmentLabel) => labelData({ shipmentLabel })));
  const bars = readZpl(zpl).map(({ fields }) => fields.find(({ command }) => command === '^BC')?.text);
  expect(bars).toEqual(numbers);
  const few = zplOf(numbers.slice(0, 3).map((shipmentLabel) => labelData({ shipmentLabel })));
  const printed = await scanZpl(few, { width: 95, height: 125, dotsPerMm: 8 });
  expect(printed.map((codes) => codes.find(({ format }) => format === 'Code128')?.text)).toEqual(numbers.slice(0, 3));
});

describe('hostile text', () => {
  test('such as ^XZ^XA~JA is printed as typed and isn’t executed', async () => {
    const name = '^XZ^XA~JA_5E\\&^FS';
    const data = labelData({ who: { name, otherInfo: '~DGR:X.GRF,1,1,FF ^FO0,0^GB760,1000,1000' } });
    const zpl = zplOf([data]);
    const [label, ...more] = readZpl(zpl);
    expect(more).toEqual([]);
    expect(label?.fields.map(({ text }) => text)).toContain(name);
    expect(label?.text).toContain('~DGR:X.GRF,1,1,FF ^FO0,0^GB760,1000,1000');
    expect(label?.commands.filter((command) => !KNOWN.has(command))).toEqual([]);
    const [codes] = await scanZpl(zpl, { width: 95, height: 125, dotsPerMm: 8 });
    expect(codes?.map(({ format }) => format).sort()).toEqual(['Code128', 'QRCode']);
  });

  test('of any kind in any field is only text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('^', '~', '_', '\\', ',', '>', 'X', 'A', 'Z', ' ', 'ñ', '5E', '\n') }),
    );
    fc.assert(
      fc.property(text, text, text, (name, street, company) => {
        const data = labelData({ who: { name }, to: { street }, shipmentLabel: name, trackingUrl: street });
        const [label, ...more] = readZpl(zplOf([{ ...data, sender: { ...data.sender, company } }]));
        expect(more).toEqual([]);
        expect(label?.commands.filter((command) => !KNOWN.has(command))).toEqual([]);
        expect(label?.commands.filter((command) => /X[AZ]/.test(command))).toEqual(['^XA', '^XZ']);
      }),
      { numRuns: FUZZ_TEXT_RUNS },
    );
  });

  test('of 250 characters is printed completely', () => {
    const long = 'Dejar en portería si no contesta; el timbre no anda. '
      .repeat(5)
      .slice(0, 245)
      .trimEnd()
      .concat(' fin');
    expect(textOf(labelData({ who: { otherInfo: long } }))).toContain(long);
  });

  test('with emojis leaves the rest legible, and letters that the printer lacks are sent as graphics', async () => {
    const text = textOf(labelData({ who: { name: 'Ana 🎉 Gómez 👩‍👩‍👧' }, to: { floor: '🏠' } }));
    expect(text).toContain('Ana Gómez');
    expect(text).toContain('Piso ?');
    const drawn = readZpl(zplOf([labelData({ who: { name: 'Łukasz Дмитрий' } })]))[0];
    const usual = readZpl(zplOf([labelData({ who: { name: '' } })]))[0];
    const pictures = (commands: string[] = []) => commands.filter((name) => name === '^GF').length;
    expect(pictures(drawn?.commands)).toBe(1);
    expect(pictures(usual?.commands)).toBe(0);
    expect(drawn?.text).not.toContain('ukasz');
  });
});
