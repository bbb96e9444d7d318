import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embeddedFontMetrics } from '#server/drawing/print-metrics.ts';
import { MM_PER_POINT, type TextRun } from '#server/drawing/scene.ts';
import type { LabelData, LabelSize } from '#server/orders/label/label-data.ts';
import { labelData } from '#test/fixtures/label-fixture.ts';
import { labelScene } from './label-scene.ts';

const metrics = embeddedFontMetrics(8);

const SIZES: LabelSize[] = [1, 2];

const runs = (data: LabelData, size: LabelSize) =>
  labelScene(data, size, metrics).primitives.filter((each): each is TextRun => each.kind === 'text');

const textOf = (data: LabelData, size: LabelSize) =>
  runs(data, size)
    .map(({ text }) => text)
    .join(' ');

const sentence = (length: number) =>
  'dejar en portería si no contesta, '
    .repeat(9)
    .slice(0, length - 4)
    .trimEnd()
    .concat(' fin');

/** A label with all fields at their maximum length. */
const longest = () =>
  labelData({
    package: { number: 118, total: 240 },
    items: Array.from({ length: 9 }, (_, index) => ({
      quantity: 9999,
      name: `Producto de nombre larguísimo ${index} con variantes`,
    })),
    who: {
      name: 'Maximiliano Sebastián Wenceslao de la Santísima Trinidad Pér',
      otherInfo: sentence(250),
      phone: '+54 9 (0351) 155-555555 / 4444-3333 / 011-4555-6666 int 22',
    },
    to: {
      street: 'Avenida Presidente Doctor Hipólito Yrigoyen y Circunvalación',
      number: '12345 S/N Km 12 Bis',
      floor: 'Subsuelo 2',
      apartment: 'Local 104B',
      between1: 'Intendente Comodoro Martín Rivadavia del Sur y Norte Bis Ext',
      between2: 'Diagonal Ochenta y Siete Gobernador Marcelino Ugarte Norte B',
      neighborhood: 'Barrio Parque Residencial Los Algarrobos',
      city: 'San Fernando del Valle de Catamarca City',
      province: 'Tierra del Fuego, Antártida e Islas del Atlántico Sur',
    },
  });

/** Asserts that texts stay within the margins, are at least 6 pt and don't overlap. */
function expectOrderly(data: LabelData, size: LabelSize) {
  const scene = labelScene(data, size, metrics);
  const texts = runs(data, size);
  for (const { x, width, baseline, size: points } of texts) {
    expect(points).toBeGreaterThanOrEqual(6);
    expect(x).toBeGreaterThanOrEqual(3.99);
    expect(x + width).toBeLessThanOrEqual(scene.width - 3.99);
    expect(baseline).toBeLessThanOrEqual(scene.height - 4);
    expect(baseline - points * MM_PER_POINT * 0.73).toBeGreaterThanOrEqual(4);
  }
  for (const one of texts)
    for (const other of texts) {
      if (one === other || one.baseline > other.baseline) continue;
      const besides = one.x + one.width <= other.x || other.x + other.width <= one.x;
      const below = one.baseline <= other.baseline - other.size * MM_PER_POINT * 0.73 + 0.01;
      expect(besides || below, `«${one.text}» / «${other.text}»`).toBe(true);
    }
}

describe.each(SIZES)('a label of size %i', (size) => {
  test('fits the longest texts without cutting address or observations', () => {
    expectOrderly(longest(), size);
    const text = textOf(longest(), size);
    const { name, address, otherInfo } = longest().receiver;
    for (const whole of [
      name,
      otherInfo,
      address.street,
      address.floor,
      address.apartment,
      address.between1,
      address.between2,
      address.neighborhood,
    ])
      expect(text).toContain(whole);
  });

  test('shows the sender’s complete phone number, for other texts of any length', () => {
    const { sender } = labelData();
    const phone = '+54 9 (0351) 155-555555 int 22';
    const company = 'Comercializadora Patagónica de Artículos del Hogar y Bazar S.R.L.';
    const address = longest().receiver.address;
    for (const reverse of [false, true]) {
      const data = { ...longest(), reverse, sender: { ...sender, company, phone, address } };
      expectOrderly(data, size);
      expect(textOf(data, size)).toContain(`Tel. ${phone}`);
    }
  });

  test('shows a city with the name of its province once in each block', () => {
    const times = (data: LabelData) => textOf(data, size).match(/CABA|Capital Federal|Buenos Aires/g)?.length;
    const caba = { city: 'CABA', province: 'Capital Federal', zipCode: '1427' };
    expect(times(labelData({ to: { ...caba, neighborhood: 'Belgrano' } }))).toBe(2);
    expect(textOf(labelData({ to: { ...caba, neighborhood: 'Belgrano' } }), size)).toMatch(/CABA Belgrano .*1427 CABA/);
    expect(times(labelData({ to: { ...caba, neighborhood: 'C.A.B.A.' } }))).toBe(2);
    const cordoba = labelData({ to: { city: 'Córdoba', province: 'Cordoba', neighborhood: 'Córdoba' } });
    expect(textOf(cordoba, size).match(/C[óo]rdoba/g)).toHaveLength(3);
  });

  test('shows “Cerca de” if only one cross street is known', () => {
    expect(textOf(labelData({ to: { between1: 'Juramento', between2: '' } }), size)).toContain('Cerca de Juramento');
    expect(textOf(labelData({ to: { between1: '', between2: '' } }), size)).not.toMatch(/Entre |Cerca/);
  });

  test('shows its version beside the code', () => {
    const [version] = runs(labelData({ version: 12 }), size).filter(({ text }) => text === 'v12');
    const [code] = runs(labelData(), size).filter(({ text }) => text === labelData().shipmentLabel);
    expect(version?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0));
    expect(Math.abs((version?.baseline ?? 0) - (code?.baseline ?? 0))).toBeLessThan(2);
  });

  test('shows markup and commands as plain text', () => {
    const data = labelData({
      who: { name: '^XZ^XA~JA \u202Eevil\u0007\u0000 🎉 Łukasz Дмитрий 李 Z\u0335\u0322a\u0489', otherInfo: '\u2066⁧' },
      to: { street: '𝓒alle\n\t<b>', floor: '👩‍👩‍👧' },
    });
    expectOrderly(data, size);
    const text = textOf(data, size);
    expect(text).toContain('^XZ^XA~JA evil Łukasz Дмитрий ? Za');
    expect(text).toContain('Calle <b> 1234, Piso ?');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{M}]/u);
  });

  test('has a valid layout for any text in any field', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, text, text, text, (name, street, otherInfo, city, company) => {
        const data = labelData({
          who: { name, otherInfo },
          to: { street, city },
          provider: company,
          shipmentLabel: name,
          trackingUrl: street,
        });
        expectOrderly({ ...data, sender: { ...data.sender, company } }, size);
      }),
      { numRuns: 40 },
    );
  });

  test('has codes with wide enough modules of whole dots and a quiet zone', () => {
    const scene = labelScene(labelData(), size, metrics);
    const bars = scene.primitives.find((each) => each.kind === 'code128');
    const square = scene.primitives.find((each) => each.kind === 'qr');
    if (!bars || !square) throw new Error('a code is missing');
    const right = bars.x + bars.module * bars.widths.reduce((sum, width) => sum + width, 0);
    const side = square.module * square.count;
    expect(bars.module).toBeGreaterThanOrEqual(0.25);
    expect(side).toBeGreaterThanOrEqual(20);
    for (const each of scene.primitives) {
      if (each === bars || each === square) continue;
      const [x1, x2, y1, y2] =
        each.kind === 'line'
          ? [each.x1, each.x2, each.y1, each.y2]
          : each.kind === 'text'
            ? [each.x, each.x + each.width, each.baseline - each.size * MM_PER_POINT * 0.73, each.baseline]
            : each.kind === 'box'
              ? [each.x, each.x + each.width, each.y, each.y + each.height]
              : [0, 0, 0, 0];
      const clear = (left: number, end: number, top: number, bottom: number) =>
        x2 <= left || x1 >= end || y2 <= top || y1 >= bottom;
      expect(clear(bars.x - 10 * bars.module, right + 10 * bars.module, bars.y, bars.y + bars.height)).toBe(true);
      const quiet = 4 * square.module;
      expect(clear(square.x - quiet, square.x + side + quiet, square.y - quiet, square.y + side + quiet)).toBe(true);
    }
  });

  test('shows the destination’s postal code as the largest text', () => {
    const largest = (data: LabelData) => runs(data, size).toSorted((one, other) => other.size - one.size)[0]?.text;
    expect(largest(labelData())).toBe('1427');
    expect(largest(labelData({ reverse: true }))).toBe('5900');
    const pickupPoint = {
      hours: 'Lun a vie 9 a 18 h',
      chosen: false,
      name: 'Kiosco Don Tito',
      address: 'Belgrano 455',
      zipCode: '8300',
      city: 'Neuquén',
      province: 'Neuquén',
    };
    expect(largest(labelData({ pickupPoint }))).toBe('8300');
    expect(textOf(labelData({ pickupPoint }), size)).toContain('Kiosco Don Tito Belgrano 455 · 8300 Neuquén');
  });

  test('of reverse logistics shows where to collect and deliver, under a black band', () => {
    const data = labelData({ reverse: true, band: 'LOGÍSTICA INVERSA', deliveryMode: 'Logística inversa' });
    const text = textOf(data, size);
    expect(text).toContain('RETIRAR EN María Fernanda');
    expect(text).toContain('ENTREGAR A Tienda del Ñandú S.R.L. Tel. 351 555-0142 Bv. San Juan 480');
    expect(text).not.toContain('DESTINATARIO');
    expect(runs(data, size).find(({ text }) => text === 'LOGÍSTICA INVERSA')?.ink).toBe('white');
  });

  test('shows the declared value only if the data contain it', () => {
    expect(textOf(labelData(), size)).not.toContain('Valor declarado');
    expect(textOf(labelData({ declaredValueCents: 1234567 }), size)).toContain('Valor declarado $ 12.345,67');
  });
});
