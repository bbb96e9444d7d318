import { type FontRun, fontRuns } from './inter.ts';
import {
  type Code128,
  type Line,
  MM_PER_POINT,
  type Primitive,
  type QrCode,
  type Scene,
  type TextRun,
} from './scene.ts';

const whole = Math.round;

/** Cache of outlines in font units, by face and glyph. A page has a few dozen different glyphs. */
const outlines = new Map<string, string>();

function outline(face: string, glyph: ReturnType<FontRun['font']['layout']>['glyphs'][number]): string {
  const key = `${face} ${glyph.id}`;
  let path = outlines.get(key);
  if (path === undefined) {
    path = glyph.path.toSVG();
    outlines.set(key, path);
  }
  return path;
}

/** Draws a text as outlines of its glyphs, so that the SVG needs no font. */
export function svgOfText({ text, x, baseline, size, weight, ink }: TextRun, dotsPerMm: number): string {
  let left = x * dotsPerMm;
  let paths = '';
  for (const run of fontRuns(text, weight)) {
    const scale = (size * MM_PER_POINT * dotsPerMm) / run.font.unitsPerEm;
    const { glyphs, positions } = run.font.layout(run.text);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const path = outline(run.face, glyph);
      const at = `${(left + xOffset * scale).toFixed(2)} ${(baseline * dotsPerMm - yOffset * scale).toFixed(2)}`;
      if (path) paths += `<path fill="${ink}" transform="matrix(${scale} 0 0 ${-scale} ${at})" d="${path}"/>`;
      left += xAdvance * scale;
    }
  }
  return paths;
}

const rectangle = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

const filled = (path: string) => `<path d="${path}"/>`;

/** Draws bars on whole dots, because scanners would misread a bar of half a dot. */
function svgOfBars({ x, y, module, height, widths }: Code128, dotsPerMm: number): string {
  const unit = whole(module * dotsPerMm);
  const [top, high] = [whole(y * dotsPerMm), whole(height * dotsPerMm)];
  let at = whole(x * dotsPerMm);
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += rectangle(at, top, width * unit, high);
    at += width * unit;
  }
  return filled(path);
}

function svgOfQr({ x, y, module, count, modules }: QrCode, dotsPerMm: number): string {
  const unit = whole(module * dotsPerMm);
  const [left, top] = [whole(x * dotsPerMm), whole(y * dotsPerMm)];
  let path = '';
  for (const [index, black] of modules.entries()) {
    const [column, row] = [index % count, Math.floor(index / count)];
    if (black === 1) path += rectangle(left + column * unit, top + row * unit, unit, unit);
  }
  return filled(path);
}

function svgOfLine({ x1, y1, x2, y2, thickness }: Line, dotsPerMm: number): string {
  const thick = whole(thickness * dotsPerMm);
  const [left, top] = [whole(x1 * dotsPerMm), whole(y1 * dotsPerMm)];
  const [long, high] = [whole((x2 - x1) * dotsPerMm), whole((y2 - y1) * dotsPerMm)];
  return filled(high === 0 ? rectangle(left, top, long, thick) : rectangle(left, top, thick, high));
}

function svgOf(primitive: Primitive, dotsPerMm: number): string {
  switch (primitive.kind) {
    case 'text':
      return svgOfText(primitive, dotsPerMm);
    case 'line':
      return svgOfLine(primitive, dotsPerMm);
    case 'box': {
      const [x, y, width, height] = [primitive.x, primitive.y, primitive.width, primitive.height].map((mm) =>
        whole(mm * dotsPerMm),
      ) as [number, number, number, number];
      return filled(rectangle(x, y, width, height));
    }
    case 'code128':
      return svgOfBars(primitive, dotsPerMm);
    case 'qr':
      return svgOfQr(primitive, dotsPerMm);
  }
}

/** Wraps shapes in an SVG document that shows the given box, in dots. */
export const svgDocument = (shapes: string, box: { left: number; top: number; width: number; height: number }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${box.left} ${box.top} ${box.width} ${box.height}">${shapes}</svg>`;

/** Draws a scene as an SVG that contains only shapes. @param edge dots of the white margin to cut off on each side */
export function renderSvg(scene: Scene, dotsPerMm: number, edge: number): string {
  const shapes = scene.primitives.map((primitive) => svgOf(primitive, dotsPerMm)).join('');
  const [width, height] = [whole(scene.width * dotsPerMm) - 2 * edge, whole(scene.height * dotsPerMm) - 2 * edge];
  return svgDocument(shapes, { left: edge, top: edge, width, height });
}
