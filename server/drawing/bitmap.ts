import { crc32, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';

/** A black-and-white picture for a thermal printer. */
export interface Bitmap {
  width: number;
  height: number;
  /** Rows from the top, each padded to whole bytes. The leftmost dot is the highest bit, 1 is black. */
  bits: Buffer;
}

/** Draws without system fonts and local files: the result is the same everywhere, and a picture can't read files. */
const OPTIONS = { background: 'white', font: { loadSystemFonts: false }, logLevel: 'off' } as const;

/** Luminance (0 to 255,000) below which a dot is black. No dithering, which would distort the bars of codes. */
const BLACK_BELOW = 128_000;

export const bytesPerRow = ({ width }: Pick<Bitmap, 'width'>) => Math.ceil(width / 8);

/** Draws an SVG that contains only shapes. */
export function rasterizeSvg(svg: string): Bitmap {
  const { width, height, pixels } = new Resvg(svg, OPTIONS).render();
  return thresholdPixels(width, height, pixels);
}

/** Converts pixels to black and white. @param pixels RGBA, already composed over white */
function thresholdPixels(width: number, height: number, pixels: Uint8Array): Bitmap {
  const perRow = Math.ceil(width / 8);
  const bits = Buffer.alloc(perRow * height);
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      // An array of the three colours would make this loop eight times slower.
      const red = pixels[at] as number;
      const green = pixels[at + 1] as number;
      const blue = pixels[at + 2] as number;
      if (red * 299 + green * 587 + blue * 114 < BLACK_BELOW) {
        const byte = y * perRow + (x >> 3);
        bits[byte] = (bits[byte] as number) | (0x80 >> (x & 7));
      }
    }
  }
  return { width, height, bits };
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Encodes a PNG with one bit per dot.
 *
 * @param dotsPerMm resolution, stored in the PNG
 */
export function encodePng(bitmap: Bitmap, dotsPerMm: number): Buffer {
  const perRow = bytesPerRow(bitmap);
  const rows = Buffer.alloc((perRow + 1) * bitmap.height);
  for (let y = 0; y < bitmap.height; y++) {
    // Each row starts with its filter type, 0 for none. In a PNG 1 is white.
    for (let x = 0; x < perRow; x++) rows[y * (perRow + 1) + 1 + x] = ~(bitmap.bits[y * perRow + x] as number);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bitmap.width, 0);
  header.writeUInt32BE(bitmap.height, 4);
  header[8] = 1;
  const density = Buffer.alloc(9);
  density.writeUInt32BE(dotsPerMm * 1000, 0);
  density.writeUInt32BE(dotsPerMm * 1000, 4);
  density[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', density),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Maximum dots of a decoded PNG: twice a label of 95 × 125 mm at 12 dots per mm, and small enough for memory. */
export const MAX_DOTS = 4_000_000;

/** Returns the width and height in dots from a PNG's header; null if the file is no PNG. */
export function pngSize(png: Buffer): { width: number; height: number } | null {
  if (png.length < 24 || !png.subarray(0, 8).equals(SIGNATURE) || png.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * Decodes a PNG to black and white. Transparent dots become white, dots darker than half become black.
 *
 * @returns null if the file is no PNG, broken, completely transparent, or too large
 */
export function decodePng(png: Buffer): Bitmap | null {
  const size = pngSize(png);
  if (!size) return null;
  const { width, height } = size;
  if (width === 0 || height === 0 || width * height > MAX_DOTS) return null;
  const image = `<image width="${width}" height="${height}" image-rendering="optimizeSpeed" href="data:image/png;base64,${png.toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const { pixels } = new Resvg(svg, { ...OPTIONS, background: 'rgba(0,0,0,0)' }).render();
  // The renderer draws nothing for a broken picture.
  if (!overWhite(pixels)) return null;
  return thresholdPixels(width, height, pixels);
}

/** Composes pixels over white, in place. @returns whether any pixel isn't transparent */
function overWhite(pixels: Buffer): boolean {
  let anything = false;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] as number;
    if (alpha === 255) {
      anything = true;
      continue;
    }
    if (alpha > 0) anything = true;
    // The renderer's colours are premultiplied by alpha.
    for (let channel = at; channel < at + 3; channel++) pixels[channel] = (pixels[channel] as number) + 255 - alpha;
  }
  return anything;
}
