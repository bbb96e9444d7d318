import { rasterizeSvg } from './bitmap.ts';
import { dotsOf, hasPrinterLetters } from './printer-metrics.ts';
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
import { svgDocument, svgOfText } from './svg-renderer.ts';
import { fieldData, graphicFields } from './zpl.ts';

const whole = Math.round;

/** Printers draw a QR this many dots lower than its position: by the bar height, the last parameter of `^BY`. */
const QR_OFFSET = 10;

/** Extent of glyphs above and below the baseline, in ems. */
const REACH = { above: 1.1, below: 0.35 };

/** Draws a text as a picture, for characters that the printer lacks. */
function picture(run: TextRun, dotsPerMm: number): string {
  const em = run.size * MM_PER_POINT;
  const [left, top] = [Math.floor(run.x * dotsPerMm), Math.floor((run.baseline - em * REACH.above) * dotsPerMm)];
  const width = Math.ceil(run.width * dotsPerMm) + 4;
  const height = Math.ceil(em * (REACH.above + REACH.below) * dotsPerMm);
  const shapes = svgOfText({ ...run, ink: 'black' }, dotsPerMm);
  const bitmap = rasterizeSvg(svgDocument(shapes, { left, top, width, height }));
  return graphicFields(bitmap, left, Math.max(0, top)).replaceAll('^FO', `${reversed(run)}^FO`);
}

/** Returns the command for white text on black (field reverse). */
const reversed = ({ ink }: TextRun) => (ink === 'white' ? '^FR' : '');

function text(run: TextRun, dotsPerMm: number): string {
  if (!hasPrinterLetters(run.text)) return picture(run, dotsPerMm);
  const [x, y, height] = [whole(run.x * dotsPerMm), whole(run.baseline * dotsPerMm), dotsOf(run.size, dotsPerMm)];
  return `^FT${x},${y}${reversed(run)}^A0N,${height},${height}^FH^FD${fieldData(run.text)}^FS\n`;
}

function line({ x1, y1, x2, y2, thickness }: Line, dotsPerMm: number): string {
  const [thick, long] = [whole(thickness * dotsPerMm), whole((x2 - x1 + y2 - y1) * dotsPerMm)];
  const size = y1 === y2 ? `${long},${thick}` : `${thick},${long}`;
  return `^FO${whole(x1 * dotsPerMm)},${whole(y1 * dotsPerMm)}^GB${size},${thick}^FS\n`;
}

function box({ x, y, width, height }: FilledBox, dotsPerMm: number): string {
  const [wide, high] = [whole(width * dotsPerMm), whole(height * dotsPerMm)];
  return `^FO${whole(x * dotsPerMm)},${whole(y * dotsPerMm)}^GB${wide},${high},${Math.min(wide, high)}^FS\n`;
}

/** Encodes a Code 128 that only uses subset B, so that its width is known. Escapes `>`, which would start a command. */
function bars(code: Code128, dotsPerMm: number): string {
  const [x, y, height] = [code.x, code.y, code.height].map((mm) => whole(mm * dotsPerMm));
  const data = fieldData(code.text.replaceAll('>', '>0'));
  return `^FO${x},${y}^BY${whole(code.module * dotsPerMm)},3,${QR_OFFSET}^BCN,${height},N,N,N,N^FH^FD${data}^FS\n`;
}

function qr(code: QrCode, dotsPerMm: number): string {
  const [x, y] = [whole(code.x * dotsPerMm), whole(code.y * dotsPerMm) - QR_OFFSET];
  const magnification = Math.min(10, whole(code.module * dotsPerMm));
  return `^FO${x},${y}^BY2,3,${QR_OFFSET}^BQN,2,${magnification}^FH^FDMA,${fieldData(code.text)}^FS\n`;
}

function command(primitive: Primitive, dotsPerMm: number): string {
  switch (primitive.kind) {
    case 'text':
      return text(primitive, dotsPerMm);
    case 'line':
      return line(primitive, dotsPerMm);
    case 'box':
      return box(primitive, dotsPerMm);
    case 'code128':
      return bars(primitive, dotsPerMm);
    case 'qr':
      return qr(primitive, dotsPerMm);
  }
}

/** Draws a scene as ZPL. Texts are escaped, so that they can't contain commands (readings S16). */
export function renderZpl(scene: Scene, dotsPerMm: number): string {
  const [width, height] = [whole(scene.width * dotsPerMm), whole(scene.height * dotsPerMm)];
  let commands = `^XA^CI28^PW${width}^LL${height}^LH0,0\n`;
  for (const primitive of scene.primitives) commands += command(primitive, dotsPerMm);
  return `${commands}^PQ1^XZ\n`;
}
