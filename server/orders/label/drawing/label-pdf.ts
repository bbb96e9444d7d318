import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { drawScene } from '#server/drawing/pdf-renderer.ts';
import { embeddedFontMetrics } from '#server/drawing/print-metrics.ts';
import { MM_PER_POINT } from '#server/drawing/scene.ts';
import { LABEL_MM, type LabelData, type LabelSize } from '#server/orders/label/label-data.ts';
import { labelScene } from './label-scene.ts';
import type { SkuList } from './sku-list.ts';
import { skuListScenes } from './sku-list-scenes.ts';

/** A4 portrait with two unrotated labels of 95×125 mm side by side, and cut lines between and below them. In mm. */
const SHEET_MM = { width: 210, height: 297, top: 10, columns: [7.5, 107.5], cut: 105 } as const;

/** Maximum number of labels in the document's title; a batch has up to 500. */
const MAX_LABELS_IN_TITLE = 10;

export interface LabelSettings {
  size: LabelSize;
  /** Two labels a sheet are possible in size 1 only (D2 §4). */
  perPage: 1 | 2;
}

export interface LabelPdfOptions {
  /** Creation date in the metadata; equal data and date produce equal bytes. */
  createdAt: Date;
  /** Starts on the second half of the first sheet, whose first half was used before. Only with two labels a sheet. */
  startAtSecondHalf?: boolean;
  /** Picking list before the labels, on pages of their size. */
  skuList?: SkuList | null;
  /** Stops the rendering at the next label; the stream then fails with an `AbortError`. */
  signal?: AbortSignal;
}

/** Text metrics for 8 dots per mm (203 dpi), as in most label printers; they also suit paper printers. */
const metrics = embeddedFontMetrics(8);

const points = (mm: number) => mm / MM_PER_POINT;

function titleOf(labels: LabelData[]): string {
  const named = labels.slice(0, MAX_LABELS_IN_TITLE).map(({ shipmentLabel }) => shipmentLabel);
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
  const page = pairs ? { width: SHEET_MM.width, height: SHEET_MM.height } : { width, height };
  for (const scene of options.skuList ? skuListScenes(options.skuList, page, metrics) : []) {
    document.addPage({ size: [points(page.width), points(page.height)], margin: 0 });
    drawScene(document, scene, 0, 0);
  }
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
 * Renders labels into one PDF, in the given order. With one label a page, the page has the size of the label; with two,
 * the pages are A4 sheets. The picking list comes first. Yields to the event loop after each label and streams each page when it is finished.
 *
 * @throws RangeError without labels; the stream fails if the rendering fails or is aborted
 */
export function labelsPdf(labels: LabelData[], settings: LabelSettings, options: LabelPdfOptions): Readable {
  if (labels.length === 0) throw new RangeError('No labels to draw');
  const title = titleOf(labels);
  const document = new PDFDocument({
    autoFirstPage: false,
    // No default font: it would be parsed and embedded without use. The types don't allow null.
    font: null as unknown as string,
    displayTitle: true,
    lang: 'es-AR',
    info: { Title: title, Creator: 'Remito', Producer: 'Remito', CreationDate: options.createdAt },
  });
  drawLabels(document, labels, settings, options).catch((error: Error) => document.destroy(error));
  return document;
}
