import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { drawScene } from './pdf-renderer.ts';
import { embeddedFontMetrics } from './print-metrics.ts';
import { MM_PER_POINT } from './scene.ts';
import { type TableDocument, tableScenes } from './table-scenes.ts';

export type { TableDocument } from './table-scenes.ts';

/** Text metrics for 8 dots per mm (203 dpi), as labels have them. */
const metrics = embeddedFontMetrics(8);

/**
 * Renders a list as PDF on A4 pages. Yields to the event loop after each page.
 *
 * @param signal stops the rendering at the next page; the stream then fails with an `AbortError`
 */
export function tablePdf(table: TableDocument, signal?: AbortSignal): Readable {
  const document = new PDFDocument({
    autoFirstPage: false,
    // No default font: it would be parsed and embedded without use. The types don't allow null.
    font: null as unknown as string,
    displayTitle: true,
    lang: 'es-AR',
    info: { Title: table.title, Creator: 'Remito', Producer: 'Remito', CreationDate: table.createdAt },
  });
  draw(document, table, signal).catch((error: Error) => document.destroy(error));
  return document;
}

async function draw(document: PDFKit.PDFDocument, table: TableDocument, signal?: AbortSignal): Promise<void> {
  for (const scene of tableScenes(table, metrics)) {
    signal?.throwIfAborted();
    if (document.destroyed) return;
    document.addPage({ size: [scene.width / MM_PER_POINT, scene.height / MM_PER_POINT], margin: 0 });
    drawScene(document, scene, 0, 0);
    await setImmediate();
  }
  document.end();
}
