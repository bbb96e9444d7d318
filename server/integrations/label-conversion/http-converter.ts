import { dataUrl, readDataUrl } from '#server/platform/network/data-url.ts';
import type { EgressMetrics } from '#server/platform/network/egress.ts';
import { createEgress, EgressError, type EgressResponse } from '#server/platform/network/egress.ts';
import type { Conversion, LabelConverter, LabelPicture } from './converter.ts';

export interface ConversionService {
  url: string;
  /** Sent in the header `X-Api-Key`. */
  apiKey: string;
}

/** Concurrent requests. */
const CONCURRENCY = 4;

/** Statuses that mean a bad picture. */
const BAD_PICTURE = new Set([400, 413, 415, 422]);

/** Creates a client of the external service (D1 §7): sends `{png_label, fo_x, fo_y}`, receives a data URL with ZPL. */
export function createHttpConverter({ url, apiKey }: ConversionService, meter?: EgressMetrics): LabelConverter {
  const egress = createEgress({ origins: [new URL(url).origin], allowPrivateNetwork: true, meter });

  async function convertOne({ png, x, y }: LabelPicture, signal: AbortSignal): Promise<Buffer | 'bad picture'> {
    const answer = await egress(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { 'x-api-key': apiKey }) },
      body: JSON.stringify({ png_label: dataUrl('image/png', png), fo_x: x, fo_y: y }),
      signal,
    });
    if (BAD_PICTURE.has(answer.status)) return 'bad picture';
    if (answer.status !== 200 && answer.status !== 201) throw new InvalidResponse(`status ${answer.status}`);
    return zplIn(answer);
  }

  return {
    async convert(pictures, signal) {
      // The first failure aborts the other requests.
      const stop = new AbortController();
      const labels: Buffer[] = [];
      let next = 0;
      let outcome: Conversion | null = null;
      const worker = async () => {
        for (let index = next++; index < pictures.length && !outcome; index = next++) {
          const label = await convertOne(pictures[index] as LabelPicture, AbortSignal.any([signal, stop.signal]));
          if (label === 'bad picture') outcome ??= { unreadable: index };
          else labels[index] = label;
        }
      };
      try {
        await Promise.all(Array.from({ length: CONCURRENCY }, worker));
      } catch (error) {
        if (!(error instanceof EgressError || error instanceof InvalidResponse)) throw error;
        outcome ??= { unavailable: error.message };
      } finally {
        stop.abort();
      }
      return outcome ?? { zpl: Buffer.concat(labels) };
    },
  };
}

/** Thrown for a response without a label. */
class InvalidResponse extends Error {}

/** Returns the ZPL of a response: a plain data URL, a JSON string, or a JSON object with `results`. */
function zplIn({ body }: EgressResponse): Buffer {
  const text = body.toString('utf8').trim();
  const zpl = readDataUrl(text.startsWith('data:') ? text : dataUrlInJson(text))?.data;
  if (!zpl || !/^\s*\^XA[\s\S]*\^XZ\s*$/i.test(zpl.toString('latin1')))
    throw new InvalidResponse('no label in the response');
  return zpl;
}

function dataUrlInJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const { results = value } = Object(value) as { results?: unknown };
    return typeof results === 'string' ? results : '';
  } catch {
    return '';
  }
}
