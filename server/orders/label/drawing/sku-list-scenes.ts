import { fitLine, fitParagraphs, type Paragraph } from '#server/drawing/fit-text.ts';
import type { PrintMetrics } from '#server/drawing/print-metrics.ts';
import { printable } from '#server/drawing/printable.ts';
import { type Line, MM_PER_POINT, type Primitive, type Scene, type TextRun } from '#server/drawing/scene.ts';
import { pluralize } from '#shared/kit/text/format.ts';
import type { SkuLine, SkuList } from './sku-list.ts';

/** Lengths in mm. */
const MARGIN = 6;
const HEADING = 12;
const QUANTITY = 14;
const GAP = 1.6;
/** Parts of a line above and below its baseline, in mm per pt. */
const [ASCENT, DESCENT] = [0.93 * MM_PER_POINT, 0.27 * MM_PER_POINT];

interface PageSize {
  width: number;
  height: number;
}

/** Texts of a line from its top, and its height in mm. */
interface Entry {
  runs: TextRun[];
  height: number;
}

/**
 * Lays out a picking list on pages of a size in mm: quantity, SKU, name and orders of each product. A product that doesn't fit
 * the rest of a page begins the next one; only one that is taller than a page is divided.
 */
export function skuListScenes(list: SkuList, size: PageSize, metrics: PrintMetrics): Scene[] {
  const room = size.height - 2 * MARGIN - HEADING;
  const entries = [
    ...list.lines.map((line) => lineEntry(line, size, metrics)),
    ...unspecifiedEntry(list, size, metrics),
  ];
  const pages: Primitive[][] = [[]];
  let top = 0;
  for (const { runs, height } of entries) {
    if (top > 0 && top + height > room) {
      pages.push([]);
      top = 0;
    } else if (top > 0) pages.at(-1)?.push(rule(size, MARGIN + HEADING + top - GAP / 2));
    let above = 0;
    for (const run of runs) {
      if (top + run.baseline - above + run.size * DESCENT > room) {
        pages.push([]);
        [top, above] = [0, run.baseline - run.size * ASCENT];
      }
      pages.at(-1)?.push({ ...run, baseline: MARGIN + HEADING + top + run.baseline - above });
    }
    top += height - above + GAP;
  }
  return pages.map((primitives, index) => ({
    ...size,
    primitives: [...heading(list, { number: index + 1, total: pages.length }, size, metrics), ...primitives],
  }));
}

const rule = ({ width }: PageSize, y: number): Line => ({
  kind: 'line',
  x1: MARGIN,
  x2: width - MARGIN,
  y1: y,
  y2: y,
  thickness: 0.15,
});

function heading(
  { lines }: SkuList,
  page: { number: number; total: number },
  size: PageSize,
  metrics: PrintMetrics,
): Primitive[] {
  const width = size.width - 2 * MARGIN;
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const summary = `${lines.length} SKU · ${pluralize(units, 'unidad', 'unidades')}`;
  const title = page.total > 1 ? `Lista de SKU (${page.number}/${page.total})` : 'Lista de SKU';
  return [
    ...fitLine(
      { text: title, size: 13, minSize: 9, weight: 'bold' },
      { x: MARGIN, y: MARGIN, width: width * 0.6, height: 7 },
      metrics,
    ),
    ...fitLine(
      { text: summary, size: 9, minSize: 7, weight: 'regular' },
      { x: MARGIN + width * 0.6, y: MARGIN, width: width * 0.4, height: 7 },
      metrics,
      { align: 'right' },
    ),
    { ...rule(size, MARGIN + HEADING - 3), thickness: 0.4 },
  ];
}

function lineEntry({ sku, name, quantity, orders }: SkuLine, size: PageSize, metrics: PrintMetrics): Entry {
  const named = orders.map(({ orderId, quantity: own }) => (own === 1 ? orderId : `${orderId} × ${own}`));
  const entry = textEntry(
    [
      { text: sku, size: 11, minSize: 11, weight: 'bold' },
      { text: name, size: 9, minSize: 9, weight: 'regular' },
      { text: named.join(', '), size: 8, minSize: 8, weight: 'regular', gap: 0.4 },
    ],
    size,
    metrics,
  );
  const count = fitLine(
    { text: String(quantity), size: 13, minSize: 7, weight: 'bold' },
    { x: MARGIN, y: 0, width: QUANTITY - 2, height: 4.6 },
    metrics,
    { align: 'right' },
  );
  return { ...entry, runs: [...count, ...entry.runs] };
}

function unspecifiedEntry({ unspecified }: SkuList, size: PageSize, metrics: PrintMetrics): Entry[] {
  if (unspecified.length === 0) return [];
  const texts: Paragraph[] = [
    { text: 'Sin productos informados', size: 11, minSize: 11, weight: 'bold' },
    { text: unspecified.join(', '), size: 8, minSize: 8, weight: 'regular', gap: 0.4 },
  ];
  return [textEntry(texts, size, metrics)];
}

function textEntry(paragraphs: readonly Paragraph[], size: PageSize, metrics: PrintMetrics): Entry {
  const left = MARGIN + QUANTITY;
  const box = { x: left, y: 0, width: size.width - left - MARGIN, height: Number.POSITIVE_INFINITY };
  return fitParagraphs(
    paragraphs.map((paragraph) => ({ ...paragraph, text: printableWhole(paragraph.text, metrics) })),
    box,
    metrics,
  );
}

/** Returns a text with printable characters. The orders of one product may be longer than a printable text. */
function printableWhole(text: string, { covers }: PrintMetrics): string {
  return text
    .split(', ')
    .map((part) => printable(part, covers))
    .join(', ');
}
