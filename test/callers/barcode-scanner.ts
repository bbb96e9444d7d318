import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { bytesPerRow, decodePng } from '#server/drawing/bitmap.ts';

// Without this setting, the scanner loads its program from the network.
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer,
  },
});

/** A scanned code; `left`, `right`, `top` and `bottom` in mm from the upper left corner. */
export interface ScannedBarcode {
  format: string;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Reads the codes of an image with an independent scanner. */
export async function scanBarcodes(picture: ImageData | Uint8Array, dotsPerMm: number): Promise<ScannedBarcode[]> {
  const found = await readBarcodes(picture, { formats: ['Code128', 'QRCode'], tryHarder: true });
  const mm = (dots: number) => dots / dotsPerMm;
  return found.map(({ format, text, position }) => {
    const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
    return {
      format,
      text,
      left: mm(Math.min(...corners.map(({ x }) => x))),
      right: mm(Math.max(...corners.map(({ x }) => x))),
      top: mm(Math.min(...corners.map(({ y }) => y))),
      bottom: mm(Math.max(...corners.map(({ y }) => y))),
    };
  });
}

/** Returns the number of black dots in an image, and the bounds of the black area. */
export function inkBounds(png: Buffer): { dots: number; left: number; right: number; top: number; bottom: number } {
  const bitmap = decodePng(png);
  if (!bitmap) throw new Error('the page has no image');
  const ink = { dots: 0, left: Number.POSITIVE_INFINITY, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1 };
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) {
      const byte = bitmap.bits[y * bytesPerRow(bitmap) + (x >> 3)] ?? 0;
      if ((byte & (0x80 >> (x & 7))) === 0) continue;
      ink.dots++;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y);
    }
  }
  return ink;
}
