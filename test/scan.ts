import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Left alone, the scanner would fetch its program from the network.
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer,
  },
});

/** A code as a scanner reads it; `left`, `right`, `top` and `bottom` in mm from the upper left corner. */
export interface ReadCode {
  format: string;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Reads the codes of a picture with a foreign scanner. */
export async function scan(picture: ImageData | Uint8Array, dotsPerMm: number): Promise<ReadCode[]> {
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
