import { fontRuns } from './inter.ts';
import {
  type Code128,
  type FilledBox,
  type Line,
  MM_PER_POINT,
  type Primitive,
  type QrCode,
  type Scene,
  type TextRun,
} from './scene.ts';

type Document = PDFKit.PDFDocument;

const points = (mm: number) => mm / MM_PER_POINT;

/** Draws a text run, one font after the other. */
function drawText(document: Document, { text, x, baseline, size, weight, ink }: TextRun): void {
  document.fillColor(ink).fontSize(size);
  let left = points(x);
  const runs = fontRuns(text, weight);
  for (const { face, font, text: part } of runs) {
    // registerFont also accepts a parsed font, unlike its types, which saves parsing the font for each document.
    document.registerFont(face, font as unknown as Buffer).font(face);
    document.text(part, left, points(baseline), { lineBreak: false, baseline: 'alphabetic' });
    if (runs.length > 1) left += document.widthOfString(part);
  }
}

function drawBars(document: Document, { x, y, module, height, widths }: Code128): void {
  let at = 0;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) document.rect(points(x + at * module), points(y), points(width * module), points(height));
    at += width;
  }
  document.fill('black');
}

/** Draws a QR. Adjacent modules of a row are one rectangle, and all rectangles one path, so that no gaps are visible. */
function drawQr(document: Document, { x, y, module, count, modules }: QrCode): void {
  const unit = points(module);
  for (let row = 0; row < count; row++) {
    let start = -1;
    for (let column = 0; column <= count; column++) {
      const black = column < count && modules[row * count + column] === 1;
      if (black && start < 0) start = column;
      if (black || start < 0) continue;
      document.rect(points(x) + start * unit, points(y) + row * unit, (column - start) * unit, unit);
      start = -1;
    }
  }
  document.fill('black');
}

function drawLine(document: Document, { x1, y1, x2, y2, thickness }: Line): void {
  document.lineWidth(points(thickness)).moveTo(points(x1), points(y1)).lineTo(points(x2), points(y2)).stroke('black');
}

function drawBox(document: Document, { x, y, width, height }: FilledBox): void {
  document.rect(points(x), points(y), points(width), points(height)).fill('black');
}

function drawPrimitive(document: Document, primitive: Primitive): void {
  switch (primitive.kind) {
    case 'text':
      drawText(document, primitive);
      break;
    case 'line':
      drawLine(document, primitive);
      break;
    case 'box':
      drawBox(document, primitive);
      break;
    case 'code128':
      drawBars(document, primitive);
      break;
    case 'qr':
      drawQr(document, primitive);
  }
}

/** Draws a scene on the current page, with its upper left corner at `x`, `y` mm. */
export function drawScene(document: Document, scene: Scene, x: number, y: number): void {
  document.save().translate(points(x), points(y));
  for (const primitive of scene.primitives) drawPrimitive(document, primitive);
  document.restore();
}
