import { decodePng } from '#server/drawing/bitmap.ts';
import { graphicFields } from '#server/drawing/zpl.ts';
import type { LabelPicture } from './converter.ts';

/**
 * A picture as a label of its size and its distance from the corner on all four sides (facts: ^GF), in bands that are
 * legal however large it is.
 *
 * @returns null for what is no PNG that can be read
 */
export function pictureZpl({ png, x, y }: LabelPicture): string | null {
  const bitmap = decodePng(png);
  if (!bitmap) return null;
  const [width, height] = [bitmap.width + 2 * x, bitmap.height + 2 * y];
  return `^XA^PW${width}^LL${height}^LH0,0\n${graphicFields(bitmap, x, y)}^PQ1^XZ\n`;
}
