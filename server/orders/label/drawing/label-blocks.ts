import { QR_QUIET, type QrModules } from '#server/drawing/barcodes.ts';
import { fitLine, fitParagraphs } from '#server/drawing/fit-text.ts';
import type { PrintMetrics } from '#server/drawing/print-metrics.ts';
import type { Box, Primitive } from '#server/drawing/scene.ts';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { caption, contentParagraphs, createdOn, packageOf, partyParagraphs, sortZone } from './label-texts.ts';

/** The thinnest stroke in mm that a thermal printer reproduces reliably. */
const STROKE_MM = 0.3;

/** Draws some data of a label into a box. All texts are already printable. */
export type Block = (data: LabelData, box: Box, metrics: PrintMetrics) => Primitive[];

export const horizontal = (x: number, y: number, length: number): Primitive => ({
  kind: 'line',
  x1: x,
  y1: y,
  x2: x + length,
  y2: y,
  thickness: STROKE_MM,
});

export const vertical = (x: number, y: number, length: number): Primitive => ({
  kind: 'line',
  x1: x,
  y1: y,
  x2: x,
  y2: y + length,
  thickness: STROKE_MM,
});

/** Draws the provider to the left and the day of creation to the right. */
export const head: Block = (data, box, metrics) => {
  const day = 24;
  return [
    ...fitLine(
      { text: data.provider, size: 15, minSize: 7, weight: 'bold' },
      { ...box, width: box.width - day },
      metrics,
    ),
    ...fitLine(
      { text: createdOn(data), size: 9, minSize: 6, weight: 'regular' },
      { ...box, x: box.x + box.width - day, width: day },
      metrics,
      { align: 'right' },
    ),
  ];
};

/** Draws the delivery mode in one line; with a band (special handling), in white on black. */
export const mode: Block = (data, box, metrics) => {
  const line = (text: string) => ({ text, size: 15, minSize: 6, weight: 'bold' as const });
  if (!data.band) return fitLine(line(data.deliveryMode), box, metrics);
  const inner = { ...box, x: box.x + 2, width: box.width - 4 };
  const half = { ...inner, width: inner.width / 2 - 1 };
  const modeText = data.deliveryMode.toLocaleUpperCase('es');
  const words = modeText.includes(data.band)
    ? fitLine(line(modeText), inner, metrics, { align: 'center', ink: 'white' })
    : [
        ...fitLine(line(data.deliveryMode), half, metrics, { ink: 'white' }),
        ...fitLine(line(data.band), { ...half, x: inner.x + inner.width / 2 + 1 }, metrics, {
          align: 'right',
          ink: 'white',
        }),
      ];
  return [{ kind: 'box', ...box }, ...words];
};

/** Draws the sort zone: the postal code as the largest text of the label, with town and province. */
export const zone: Block = (data, box, metrics) => {
  const { code, city, region } = sortZone(data);
  const large = fitLine({ text: code, size: 40, minSize: 10, weight: 'bold' }, { ...box, width: 37 }, metrics);
  const room = { ...box, x: box.x + 39, width: box.width - 39 };
  const paragraphs = [
    { text: city, size: 19, minSize: 8, weight: 'bold' as const },
    { text: region, size: 11, minSize: 7, weight: 'regular' as const, gap: 0.3 },
  ];
  const { runs, height } = fitParagraphs(paragraphs, room, metrics);
  const down = (room.height - height) / 2;
  return [...large, ...runs.map((run) => ({ ...run, baseline: run.baseline + down }))];
};

/** Draws the position of the package in its order. */
export const packageNumber: Block = (data, box, metrics) => [
  ...fitLine(caption('Bulto'), { ...box, height: 3 }, metrics),
  ...fitLine(
    { text: packageOf(data), size: 26, minSize: 10, weight: 'bold' },
    { ...box, y: box.y + 3, height: box.height - 3 },
    metrics,
  ),
];

/** Draws the Code 128 of the shipment's label, centred, with its text and the label's version below. */
export const shipmentCode: Block = (data, box, metrics) => {
  const letters = 4.6;
  const symbol = metrics.code128(data.shipmentLabel, box.width);
  const text = { text: data.shipmentLabel, size: symbol ? 12 : 20, minSize: 6, weight: 'bold' as const };
  const version = { text: `v${data.version}`, size: 8, minSize: 6, weight: 'regular' as const };
  if (!symbol)
    return [...fitLine(text, box, metrics, { align: 'center' }), ...fitLine(version, box, metrics, { align: 'right' })];
  const bars = symbol.total * symbol.module;
  const foot = { ...box, y: box.y + box.height - letters, height: letters };
  return [
    {
      kind: 'code128',
      text: data.shipmentLabel,
      x: box.x + (box.width - bars) / 2,
      y: box.y,
      module: symbol.module,
      height: box.height - letters,
      widths: symbol.widths,
    },
    ...fitLine(text, foot, metrics, { align: 'center' }),
    ...fitLine(version, foot, metrics, { align: 'right' }),
  ];
};

/** Draws the QR of the tracking page. Its quiet zone begins at `x`, `y`. */
export function trackingCode(symbol: QrModules | null, text: string, x: number, y: number): Primitive[] {
  if (!symbol) return [];
  const quiet = QR_QUIET * symbol.module;
  return [{ kind: 'qr', text, x: x + quiet, y: y + quiet, ...symbol }];
}

/** Draws the receiver: name, address, contact and observations. */
export const receiver: Block = (data, box, metrics) => fitParagraphs(partyParagraphs(data).receiver, box, metrics).runs;

/** Draws the sender. */
export const sender: Block = (data, box, metrics) => fitParagraphs(partyParagraphs(data).sender, box, metrics).runs;

export const contents: Block = (data, box, metrics) => fitParagraphs(contentParagraphs(data), box, metrics).runs;
