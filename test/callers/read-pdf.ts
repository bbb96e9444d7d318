import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ScannedBarcode, scanBarcodes as scanPicture } from './barcode-scanner.ts';

/** Resolution in dots per inch for the scan: that of a cheap thermal printer. */
const SCAN_DPI = 203;
const POINTS_PER_INCH = 72;
const MM_PER_POINT = 25.4 / 72;

/** A page as read back: `width` and `height` in mm, texts with their position in mm and size in pt. */
export interface ReadPage {
  width: number;
  height: number;
  text: string;
  stretches: { text: string; left: number; right: number; baseline: number; size: number }[];
  codes: ScannedBarcode[];
}

/** Reads a PDF with an independent reader and scanner. `scan: false` skips the codes. */
export async function readPdf(file: Uint8Array, { scan = true } = {}): Promise<{ title: string; pages: ReadPage[] }> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  try {
    const { info } = await document.getMetadata();
    const pages: ReadPage[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const [, , widthPoints = 0, heightPoints = 0] = page.view;
      const stretches = (await page.getTextContent()).items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                left: item.transform[4] * MM_PER_POINT,
                right: (item.transform[4] + item.width) * MM_PER_POINT,
                baseline: (heightPoints - item.transform[5]) * MM_PER_POINT,
                size: Math.abs(item.transform[3]),
              },
            ]
          : [],
      );
      pages.push({
        width: widthPoints * MM_PER_POINT,
        height: heightPoints * MM_PER_POINT,
        text: stretches.map(({ text }) => text).join('\n'),
        stretches,
        codes: scan ? await scanPage(document, page) : [],
      });
      page.cleanup();
    }
    return { title: String((info as { Title?: string }).Title ?? ''), pages };
  } finally {
    await document.loadingTask.destroy();
  }
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;

async function scanPage(document: Document, page: Awaited<ReturnType<Document['getPage']>>): Promise<ScannedBarcode[]> {
  const viewport = page.getViewport({ scale: SCAN_DPI / POINTS_PER_INCH });
  // In Node the reader has its own canvas; its types cover only the browser's.
  const factory = document.canvasFactory as {
    create(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D };
  };
  const { canvas, context } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  await page.render({ canvas, canvasContext: context, viewport }).promise;
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  return scanPicture(image, SCAN_DPI / 25.4);
}
