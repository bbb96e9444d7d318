import bwip from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import encodeQr from 'qr';
import { labelsPdf } from '#server/orders/label/drawing/label-pdf.ts';
import { labelsZpl } from '#server/orders/label/drawing/label-zpl.ts';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { medianRow, type Row } from '#tools/bench/measure.ts';

/** A call of pdfkit, recorded for a replay without our layout. */
type PdfCall = readonly [name: string, args: readonly unknown[]];

const settings = { size: 1, perPage: 1 } as const;

const RECORDED_METHODS = [
  'addPage',
  'registerFont',
  'font',
  'fontSize',
  'fillColor',
  'text',
  'rect',
  'fill',
  'lineWidth',
  'moveTo',
  'lineTo',
  'stroke',
];

/** Records all calls that rendering these labels makes, in order. */
async function recordCalls(labels: LabelData[]): Promise<PdfCall[]> {
  const calls: PdfCall[] = [];
  const { prototype } = PDFDocument;
  let depth = 0;
  const kept = RECORDED_METHODS.map((name) => {
    const own = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function (this: PDFKit.PDFDocument, ...args: unknown[]) {
      // Calls that pdfkit makes internally aren't recorded.
      if (depth === 0) calls.push([name, args]);
      depth += 1;
      try {
        return own.apply(this, args);
      } finally {
        depth -= 1;
      }
    });
    return [name, own] as const;
  });
  try {
    await bytesOf(labelsPdf(labels, settings, { createdAt: new Date(0) }));
  } finally {
    for (const [name, own] of kept) Reflect.set(prototype, name, own);
  }
  return calls;
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

/** Renders the same pages with pdfkit alone: both codes by their libraries, all positions precomputed. */
async function drawBaseline(labels: LabelData[], calls: readonly PdfCall[]): Promise<void> {
  const document = new PDFDocument({ autoFirstPage: false, font: null as unknown as string });
  const drawn = bytesOf(document);
  for (const { shipmentLabel, trackingUrl } of labels) {
    bwip.raw('code128', shipmentLabel, '');
    encodeQr(trackingUrl, 'raw', { ecc: 'medium' });
  }
  for (const [name, args] of calls)
    (Reflect.get(document, name) as (...args: unknown[]) => void).apply(document, [...args]);
  document.end();
  await drawn;
}

/**
 * Measures labels in one PDF, with pdfkit's rendering of the same pages as the baseline, and in ZPL against the
 * promised five thousand per second. Runs in this process, without a server.
 */
export async function measureDrawing(labels: LabelData[], rounds: number): Promise<Row[]> {
  const calls = await recordCalls(labels);
  const ours = () => bytesOf(labelsPdf(labels, settings, { createdAt: new Date(0) }));
  const printer = () => [...labelsZpl(labels, 8)].length;
  // Warms up both sides: code that isn't compiled yet isn't counted.
  for (const work of [ours, () => drawBaseline(labels, calls), printer]) await timed(labels, work);
  const pdf = [];
  const zpl = [];
  for (let round = 0; round < rounds; round++) {
    pdf.push([await timed(labels, ours), await timed(labels, () => drawBaseline(labels, calls))] as const);
    const printed = await timed(labels, printer);
    zpl.push([printed, { ...printed, perSecond: 5000 }] as const);
  }
  const count = labels.length;
  return [
    medianRow({ name: `${count} labels in one PDF, beside pdfkit alone`, goal: 0.8, aim: 1 }, 1, pdf),
    medianRow({ name: `${count} labels in ZPL, beside 5,000 a second`, goal: 1, aim: 1 }, 1, zpl),
  ];
}

async function timed(labels: LabelData[], work: () => unknown) {
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  return { perSecond: labels.length / (ms / 1000), p50: ms, p99: ms, shed: 0 };
}
