import { fitLine, fitParagraphs } from './fit-text.ts';
import type { PrintMetrics } from './print-metrics.ts';
import { printable } from './printable.ts';
import { MM_PER_POINT, type Primitive, type Scene, type TextRun } from './scene.ts';

/** A list on A4 pages, with its heading, its totals, and lines for signatures. */
export interface TableDocument {
  title: string;
  /** Text of a Code 128 on each page; null for none. */
  barcode: string | null;
  /** Lines above the list, on the first page. */
  facts: readonly string[];
  columns: readonly TableColumn[];
  /** Texts of each row, by column; a text may have several lines. */
  rows: readonly (readonly string[])[];
  /** Line below the list. */
  totals: string;
  /** Texts below the lines for signatures, side by side. */
  signatures: readonly string[];
  createdAt: Date;
}

export interface TableColumn {
  header: string;
  /** Share of the page's width. */
  share: number;
  align?: 'right';
}

/** Lengths in mm: A4 portrait. */
const PAGE = { width: 210, height: 297 };
const MARGIN = 12;
const WIDTH = PAGE.width - 2 * MARGIN;
const HEADING = 20;
const FACT = 5;
const HEADER_ROW = 6;
const CELL_GAP = 2;
const ROW_GAP = 1.8;
const FOOT = 8;
const TOTALS = 10;
const SIGNATURES = 34;
const TEXT_PT = 9;

/** Bottom of the room for rows. */
const BOTTOM = PAGE.height - MARGIN - FOOT;

interface Row {
  /** Texts of the row from its top. */
  runs: TextRun[];
  height: number;
}

/** Lays out a list on pages. A row is never divided, nor are the totals and the signatures. */
export function* tableScenes(table: TableDocument, metrics: PrintMetrics): Generator<Scene> {
  const pages = paginate(table, metrics);
  for (const [index, rows] of pages.entries()) {
    const number = { page: index + 1, pages: pages.length };
    yield { ...PAGE, primitives: pageOf(table, rows, number, metrics) };
  }
}

const topOf = ({ facts }: TableDocument, page: number) =>
  MARGIN + HEADING + (page === 0 ? facts.length * FACT + 2 : 0) + HEADER_ROW;

const endHeight = ({ signatures }: TableDocument) => TOTALS + (signatures.length > 0 ? SIGNATURES : 0);

/** Distributes the rows over pages. The last page has room for the totals and the signatures. */
function paginate(table: TableDocument, metrics: PrintMetrics): Row[][] {
  const pages: Row[][] = [[]];
  let y = topOf(table, 0);
  const begin = () => {
    pages.push([]);
    y = topOf(table, pages.length - 1);
  };
  for (const cells of table.rows) {
    const row = rowOf(table, cells, metrics);
    if (y + row.height > BOTTOM && (pages.at(-1)?.length ?? 0) > 0) begin();
    pages.at(-1)?.push(row);
    y += row.height;
  }
  if (y + endHeight(table) > BOTTOM) begin();
  return pages;
}

/** Returns the left end and the width of each column's texts. */
function columnBoxes({ columns }: TableDocument): { x: number; width: number }[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0);
  let x = MARGIN;
  return columns.map(({ share }) => {
    const width = (WIDTH * share) / total;
    const box = { x, width: width - CELL_GAP };
    x += width;
    return box;
  });
}

function rowOf(table: TableDocument, cells: readonly string[], metrics: PrintMetrics): Row {
  const laidOut = columnBoxes(table).map(({ x, width }, index) => {
    const lines = (cells[index] ?? '').split('\n').map((line) => printable(line, metrics.covers));
    if (table.columns[index]?.align === 'right') {
      const text = { text: lines.join(' '), size: TEXT_PT, minSize: 6, weight: 'regular' } as const;
      const height = TEXT_PT * 1.2 * MM_PER_POINT;
      return { runs: fitLine(text, { x, y: 0, width, height }, metrics, { align: 'right' }), height };
    }
    const paragraphs = lines.map((text) => ({ text, size: TEXT_PT, minSize: TEXT_PT, weight: 'regular' }) as const);
    return fitParagraphs(paragraphs, { x, y: 0, width, height: Number.POSITIVE_INFINITY }, metrics);
  });
  const height = Math.max(...laidOut.map((cell) => cell.height)) + ROW_GAP;
  return { runs: laidOut.flatMap(({ runs }) => runs), height };
}

function pageOf(
  table: TableDocument,
  rows: readonly Row[],
  { page, pages }: { page: number; pages: number },
  metrics: PrintMetrics,
): Primitive[] {
  const primitives = [...heading(table, metrics), ...(page === 1 ? factLines(table, metrics) : [])];
  const top = topOf(table, page - 1);
  if (rows.length > 0) primitives.push(...headerRow(table, top - HEADER_ROW, metrics));
  let y = top;
  for (const { runs, height } of rows) {
    primitives.push(...runs.map((run) => ({ ...run, baseline: run.baseline + y })), rule(y + height - ROW_GAP / 2));
    y += height;
  }
  if (page === pages) primitives.push(...end(table, y, metrics));
  const foot = { text: `Página ${page} de ${pages}`, size: 8, minSize: 8, weight: 'regular' } as const;
  const box = { x: MARGIN, y: PAGE.height - MARGIN - 4, width: WIDTH, height: 4 };
  return [...primitives, ...fitLine(foot, box, metrics, { align: 'right' })];
}

const rule = (y: number, x1 = MARGIN, x2 = PAGE.width - MARGIN, thickness = 0.15): Primitive => ({
  kind: 'line',
  x1,
  x2,
  y1: y,
  y2: y,
  thickness,
});

function heading({ title, barcode }: TableDocument, metrics: PrintMetrics): Primitive[] {
  const symbol = barcode === null ? null : metrics.code128(barcode, 80);
  const text = { text: printable(title, metrics.covers), size: 15, minSize: 9, weight: 'bold' } as const;
  const titled = fitLine(text, { x: MARGIN, y: MARGIN, width: symbol ? 100 : WIDTH, height: 12 }, metrics);
  if (!symbol || barcode === null) return titled;
  const x = PAGE.width - MARGIN - symbol.total * symbol.module;
  const code = { text: barcode, size: 9, minSize: 6, weight: 'regular' } as const;
  return [
    ...titled,
    { kind: 'code128', text: barcode, x, y: MARGIN, module: symbol.module, height: 11, widths: symbol.widths },
    ...fitLine(code, { x: PAGE.width - MARGIN - 80, y: MARGIN + 11.5, width: 80, height: 4 }, metrics, {
      align: 'right',
    }),
  ];
}

const factLines = ({ facts }: TableDocument, metrics: PrintMetrics): Primitive[] =>
  facts.flatMap((fact, index) =>
    fitLine(
      { text: printable(fact, metrics.covers), size: 10, minSize: 7, weight: 'regular' },
      { x: MARGIN, y: MARGIN + HEADING - 2 + index * FACT, width: WIDTH, height: FACT },
      metrics,
    ),
  );

function headerRow(table: TableDocument, y: number, metrics: PrintMetrics): Primitive[] {
  const names = columnBoxes(table).flatMap(({ x, width }, index) => {
    const { header = '', align = 'left' } = table.columns[index] ?? {};
    const text = { text: header, size: 8, minSize: 6, weight: 'bold' } as const;
    return fitLine(text, { x, y, width, height: HEADER_ROW - 2 }, metrics, { align });
  });
  return [...names, rule(y + HEADER_ROW - 1.2, MARGIN, PAGE.width - MARGIN, 0.4)];
}

function end({ totals, signatures }: TableDocument, y: number, metrics: PrintMetrics): Primitive[] {
  const total = { text: printable(totals, metrics.covers), size: 11, minSize: 7, weight: 'bold' } as const;
  const width = (WIDTH - 10 * (signatures.length - 1)) / Math.max(1, signatures.length);
  return [
    ...fitLine(total, { x: MARGIN, y: y + 2, width: WIDTH, height: 6 }, metrics),
    ...signatures.flatMap((signature, index) => {
      const x = MARGIN + index * (width + 10);
      const line = y + TOTALS + SIGNATURES - 12;
      const text = { text: printable(signature, metrics.covers), size: 8, minSize: 6, weight: 'regular' } as const;
      return [rule(line, x, x + width, 0.3), ...fitLine(text, { x, y: line + 1, width, height: 4 }, metrics)];
    }),
  ];
}
