import { decodePng } from '#server/drawing/bitmap.ts';
import { graphicFields } from '#server/drawing/zpl.ts';
import type { LabelPicture } from './converter.ts';

/**
 * Converts a picture to a ZPL label (facts: ^GF). The label has the picture's size plus a margin of `x` and `y` on both sides.
 *
 * @returns null for an unreadable PNG
 */
export function pictureZpl({ png, x, y }: LabelPicture): string | null {
  const bitmap = decodePng(png);
  if (!bitmap) return null;
  const [width, height] = [bitmap.width + 2 * x, bitmap.height + 2 * y];
  return `^XA^PW${width}^LL${height}^LH0,0\n${graphicFields(bitmap, x, y)}^PQ1^XZ\n`;
}
