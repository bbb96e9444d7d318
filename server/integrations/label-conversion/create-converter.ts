import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import { createWorkerThread } from '#server/platform/concurrency/worker-thread.ts';
import { dataUrl, readDataUrl } from '#server/platform/network/data-url.ts';
import { createEgress, EgressError, type EgressMetrics, type EgressResponse } from '#server/platform/network/egress.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import type { Conversion, LabelConverter, LabelPicture } from './converter.ts';

const thread = createWorkerThread(new URL('./conversion-thread.ts', import.meta.url), {
  idleMs: MINUTE_MS,
  memoryMb: 256,
});

/** Creates the embedded converter, which runs in a worker thread. */
function createEmbeddedConverter(): LabelConverter {
  return {
    async convert(pictures, signal) {
      const labels: Uint8Array[] = [];
      const stop = new AbortController();
      let unreadable: number | null = null;
      const receive = (label: Uint8Array) => {
        if (label.length > 0) labels.push(label);
        else {
          unreadable = labels.length;
          stop.abort();
        }
      };
      try {
        await thread.run('zpl', pictures, receive, AbortSignal.any([signal, stop.signal]));
      } catch (error) {
        if (unreadable === null) throw error;
      }
      return unreadable === null ? { zpl: Buffer.concat(labels) } : { unreadable };
    },
  };
}

interface ConversionService {
  url: string;
  /** Sent in the header `X-Api-Key`. */
  apiKey: string;
}

/** Concurrent requests. */
const CONCURRENCY = 4;

/** Statuses that mean a bad picture. */
const BAD_PICTURE = new Set([400, 413, 415, 422]);

/** Creates a client of the external service (D1 §7): sends `{png_label, fo_x, fo_y}`, receives a data URL with ZPL. */
function createHttpConverter({ url, apiKey }: ConversionService, meter?: EgressMetrics): LabelConverter {
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

/** Creates the configured converter: the external service, or the embedded one. */
export function createConverter(
  {
    LABEL_CONVERSION_URL: url,
    LABEL_CONVERSION_API_KEY: apiKey,
  }: Pick<Config, 'LABEL_CONVERSION_URL' | 'LABEL_CONVERSION_API_KEY'>,
  metrics?: Metrics,
): LabelConverter {
  return url ? createHttpConverter({ url, apiKey }, metrics?.egress('labels')) : createEmbeddedConverter();
}
