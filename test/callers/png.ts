import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** PNG color types and samples per dot: grey, RGB, palette, and the two with alpha. */
export const SAMPLES = { grey: [0, 1], rgb: [2, 3], palette: [3, 1], 'grey with alpha': [4, 2], rgba: [6, 4] } as const;

/**
 * Builds a PNG with 8 bits per sample, as other programs write it.
 *
 * @param samples of the dots, row by row; of a palette the grey value
 */
export function pngOfSamples(kind: keyof typeof SAMPLES, width: number, height: number, samples: number[]): Buffer {
  const [type, each] = SAMPLES[kind];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = type;
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...samples.slice(y * width * each, (y + 1) * width * each)]),
  );
  const palette = Buffer.from(Array.from({ length: 256 }, (_, grey) => [grey, grey, grey]).flat());
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(kind === 'palette' ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
