import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { drawScene } from '#server/drawing/pdf-renderer.ts';
import { embeddedFontMetrics } from '#server/drawing/print-metrics.ts';
import { MM_PER_POINT } from '#server/drawing/scene.ts';
import { LABEL_MM, type LabelData, type LabelSize } from './label-data.ts';
import { labelScene } from './label-scene.ts';

/** A4 portrait with two labels of 95×125 mm side by side, unrotated, and the paper cut between and below them. */
const SHEET_MM = { width: 210, height: 297, top: 10, columns: [7.5, 107.5], cut: 105 } as const;

/** Labels that the document's title names; a batch has up to 500. */
const TITLED = 10;

export interface LabelSettings {
  size: LabelSize;
  /** Two fit on a sheet in size 1 only; size 2 always goes alone (D2 §4). */
  perPage: 1 | 2;
}

export interface LabelPdfOptions {
  /** Goes into the document's metadata; the same data and time make the same bytes. */
  createdAt: Date;
  /** Leaves the first half of the first sheet empty: it was used before. Only with two on a sheet. */
  startAtSecondHalf?: boolean;
  /** Stops the drawing at the next label; the stream then ends in an `AbortError`. */
  signal?: AbortSignal;
}

/** Most label printers have 203 dpi heads, 8 dots a mm; what fits those is right for paper printers as well. */
const metrics = embeddedFontMetrics(8);

const points = (mm: number) => mm / MM_PER_POINT;

function titleOf(labels: LabelData[]): string {
  const named = labels.slice(0, TITLED).map(({ shipmentLabel }) => shipmentLabel);
  const more = labels.length - named.length;
  return `${labels.length === 1 ? 'Etiqueta' : 'Etiquetas'} ${named.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

function addSheet(document: PDFKit.PDFDocument): void {
  document.addPage({ size: [points(SHEET_MM.width), points(SHEET_MM.height)], margin: 0 });
  const [cut, below] = [points(SHEET_MM.cut), points(SHEET_MM.top + LABEL_MM[1].height)];
  document.moveTo(cut, points(5)).lineTo(cut, below + points(5));
  document.moveTo(points(5), below).lineTo(points(SHEET_MM.width - 5), below);
  document
    .lineWidth(points(0.25))
    .dash(points(2), { space: points(1.5) })
    .stroke()
    .undash();
}

async function drawLabels(
  document: PDFKit.PDFDocument,
  labels: LabelData[],
  settings: LabelSettings,
  options: LabelPdfOptions,
) {
  const { width, height } = LABEL_MM[settings.size];
  const pairs = settings.perPage === 2 && settings.size === 1;
  let half = pairs && options.startAtSecondHalf ? 1 : 0;
  for (const [index, label] of labels.entries()) {
    options.signal?.throwIfAborted();
    if (document.destroyed) return;
    const scene = labelScene(label, settings.size, metrics);
    if (!pairs) document.addPage({ size: [points(width), points(height)], margin: 0 });
    else if (half === 0 || index === 0) addSheet(document);
    drawScene(document, scene, pairs ? SHEET_MM.columns[half === 0 ? 0 : 1] : 0, pairs ? SHEET_MM.top : 0);
    if (pairs) half = 1 - half;
    await setImmediate();
  }
  document.end();
}

/**
 * Draws labels into one PDF, in the given order. One on a page: the page is the label, to the millimetre. Two: A4 sheets.
 * Other work gets its turn after each label, and pages leave as soon as they are drawn.
 * @throws RangeError when there is no label; the stream errors when the drawing fails or is aborted.
 */
export function labelsPdf(labels: LabelData[], settings: LabelSettings, options: LabelPdfOptions): Readable {
  if (labels.length === 0) throw new RangeError('No labels to draw');
  const title = titleOf(labels);
  const document = new PDFDocument({
    autoFirstPage: false,
    // No default font: it would be parsed and embedded for nothing. The types know only texts.
    font: null as unknown as string,
    displayTitle: true,
    lang: 'es-AR',
    info: { Title: title, Creator: 'Remito', Producer: 'Remito', CreationDate: options.createdAt },
  });
  drawLabels(document, labels, settings, options).catch((problem: Error) => document.destroy(problem));
  return document;
}
