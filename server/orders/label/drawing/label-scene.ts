import { QR_QUIET } from '#server/drawing/barcodes.ts';
import type { PrintMetrics } from '#server/drawing/print-metrics.ts';
import { printable } from '#server/drawing/printable.ts';
import type { Primitive, Scene } from '#server/drawing/scene.ts';
import { LABEL_MM, type LabelData, type LabelSize } from '#server/orders/label/label-data.ts';
import {
  type Block,
  contents,
  head,
  horizontal,
  mode,
  packageNumber,
  receiver,
  sender,
  shipmentCode,
  trackingCode,
  vertical,
  zone,
} from './label-blocks.ts';

/** White margin in mm that print heads and cutters need. */
const MARGIN = 4;

/** Maximum side of the QR in mm. */
const QR_MAX_MM = 32;

/** Draws the QR of the tracking page with its quiet zone beginning at a point. */
type TrackingAt = (x: number, y: number) => Primitive[];

type DrawBlock = (block: Block, x: number, y: number, width: number, height: number) => Primitive[];

function portrait(drawBlock: DrawBlock, tracking: TrackingAt, qrSide: number, reverse: boolean): Primitive[] {
  const [left, width] = [MARGIN, 87];
  const bottom = 121;
  // In reverse logistics the sender is the destination and needs larger letters.
  const party = reverse ? 17 : 13.2;
  const foot = bottom - Math.max(party + 11.8, qrSide - 2);
  const textWidth = width - qrSide - 1;
  return [
    ...drawBlock(head, left, 4, 65, 7),
    ...drawBlock(mode, left, 12, 65, 7),
    vertical(left + 67, 4, 16),
    ...drawBlock(packageNumber, left + 69, 4, 18, 15),
    horizontal(left, 20, width),
    ...drawBlock(zone, left, 20.6, width, 13.2),
    horizontal(left, 34.4, width),
    ...drawBlock(shipmentCode, left, 36, width, 16.4),
    horizontal(left, 53, width),
    ...drawBlock(receiver, left, 54, width, foot - 55.4),
    horizontal(left, foot - 0.8, width),
    ...drawBlock(sender, left, foot + 0.4, textWidth, party),
    ...drawBlock(contents, left, foot + party + 1.2, textWidth, bottom - foot - party - 1.2),
    ...tracking(left + width - qrSide + 2, bottom + 2 - qrSide),
  ];
}

function landscape(drawBlock: DrawBlock, tracking: TrackingAt, qrSide: number): Primitive[] {
  const [left, width, right, aside] = [MARGIN, 87, 95, 49];
  const cell = Math.max(24, qrSide);
  return [
    ...drawBlock(head, left, 4, 140, 7),
    ...drawBlock(mode, left, 12, 140, 7),
    horizontal(left, 20, 140),
    vertical(right - 2, 20, 81),
    ...drawBlock(zone, left, 20.6, width, 13.2),
    horizontal(left, 34.4, width + 2),
    ...drawBlock(receiver, left, 35.4, width, 46),
    horizontal(left, 82.4, width + 2),
    ...drawBlock(shipmentCode, left, 84, width, 17),
    ...drawBlock(packageNumber, right, 21.4, aside - cell, 18),
    ...tracking(right + aside - qrSide + 2, 20),
    horizontal(right - 2, 20 + cell, aside + 2),
    ...drawBlock(sender, right, 21.2 + cell, aside, 18),
    horizontal(right - 2, 40 + cell, aside + 2),
    ...drawBlock(contents, right, 41.2 + cell, aside, 101 - 41.2 - cell),
  ];
}

/**
 * Returns the data with printable texts: without control characters and line breaks, in characters that the font has.
 */
function withPrintableTexts<T>(value: T, covers: PrintMetrics['covers']): T {
  if (typeof value === 'string') return printable(value, covers) as T;
  if (Array.isArray(value)) return value.map((each) => withPrintableTexts(each, covers)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withPrintableTexts(each, covers)])) as T;
}

/**
 * Lays out one label in mm (facts §10, D2 §9). `metrics` are the text metrics of the renderer that will draw the scene.
 */
export function labelScene(data: LabelData, size: LabelSize, metrics: PrintMetrics): Scene {
  const printableData = {
    ...withPrintableTexts(data, metrics.covers),
    shipmentLabel: data.shipmentLabel,
    trackingUrl: data.trackingUrl,
  };
  const drawBlock: DrawBlock = (block, x, y, width, height) => block(printableData, { x, y, width, height }, metrics);
  const symbol = metrics.qr(printableData.trackingUrl, QR_MAX_MM);
  const qrSide = symbol ? (symbol.count + 2 * QR_QUIET) * symbol.module : 0;
  const tracking: TrackingAt = (x, y) => trackingCode(symbol, printableData.trackingUrl, x, y);
  const draw = size === 1 ? portrait : landscape;
  return { ...LABEL_MM[size], primitives: draw(drawBlock, tracking, qrSide, printableData.reverse) };
}
