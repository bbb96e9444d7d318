import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readDataUrl } from '#server/platform/network/data-url.ts';
import { inkBounds } from '#test/callers/barcode-scanner.ts';
import { pngOfSamples } from '#test/callers/png.ts';
import { printZpl } from '#test/callers/read-zpl.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import type { LabelConverter, LabelPicture } from './converter.ts';
import { createConverter } from './create-converter.ts';
import { pictureZpl } from './picture-zpl.ts';

const KEY = 'una-clave-muy-secreta';

let service: FakeServer;
beforeAll(async () => {
  service = await startFakeServer();
});
afterAll(() => service.stop());

/** Makes the fake server implement the external service's protocol (D1 §7). @param as formats the data URL */
function implementService(as: (url: string) => string = (url) => url) {
  service.answer(({ method, headers, body }, response) => {
    if (method !== 'POST' || headers['x-api-key'] !== KEY) return response.writeHead(401).end();
    const { png_label, fo_x, fo_y } = JSON.parse(body.toString());
    const { type, data = Buffer.alloc(0) } = readDataUrl(png_label) ?? {};
    const zpl = type === 'image/png' ? pictureZpl({ png: data, x: fo_x, y: fo_y }) : null;
    if (zpl === null) return response.writeHead(422).end('{"message":"no PNG"}');
    return response.end(as(`data:application/octet-stream;base64,${Buffer.from(zpl).toString('base64')}`));
  });
}

const external = () => createConverter({ LABEL_CONVERSION_URL: `${service.url}/zpl`, LABEL_CONVERSION_API_KEY: KEY });
const embedded = () => createConverter({ LABEL_CONVERSION_URL: '', LABEL_CONVERSION_API_KEY: '' });

const never = new AbortController().signal;

/** A black square of `side` dots, in a picture twice as large. */
function square(side: number, corner: Partial<LabelPicture> = {}): LabelPicture {
  const dots = Array.from({ length: 4 * side * side }, (_, at) =>
    at % (2 * side) < side && at < 2 * side * side ? 0 : 255,
  );
  return { png: pngOfSamples('grey', 2 * side, 2 * side, dots), x: 10, y: 10, ...corner };
}

const brokenPicture = (): LabelPicture => ({ png: Buffer.from('\x89PNG\r\n\x1a\nno', 'latin1'), x: 0, y: 0 });

async function zplOf(converter: LabelConverter, pictures: LabelPicture[]): Promise<string> {
  const outcome = await converter.convert(pictures, never);
  if (!('zpl' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.zpl.toString();
}

describe.each([
  { name: 'the embedded conversion', converter: embedded },
  { name: 'the external service', converter: external },
])('$name', ({ converter }) => {
  beforeEach(() => implementService());

  test('places a picture at its position, on a label with that margin on all sides', async () => {
    const zpl = await zplOf(converter(), [square(20, { x: 16, y: 24 })]);
    expect(zpl).toContain('^PW72^LL88');
    const [png = Buffer.alloc(0)] = await printZpl(zpl, { width: 9, height: 11, dotsPerMm: 8 });
    expect(inkBounds(png)).toEqual({ dots: 400, left: 16, right: 35, top: 24, bottom: 43 });
  });

  test('returns the labels of many pictures in order', async () => {
    const sides = Array.from({ length: 12 }, (_, index) => index + 1);
    const zpl = await zplOf(
      converter(),
      sides.map((side) => square(side)),
    );
    expect([...zpl.matchAll(/\^PW(\d+)/g)].map(([, width]) => Number(width))).toEqual(
      sides.map((side) => 2 * side + 20),
    );
    expect(zpl.match(/\^XA/g)).toHaveLength(12);
  });

  test('reports which picture is unreadable', async () => {
    const pictures = [square(2), square(3), brokenPicture(), square(4)];
    expect(await converter().convert(pictures, never)).toEqual({ unreadable: 2 });
  });

  test('ends when the caller aborts', async () => {
    const stop = new AbortController();
    const asked = converter().convert(Array(200).fill(square(40)), stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the external service', () => {
  test.each([
    ['as JSON text', (url: string) => JSON.stringify(url)],
    ['under results', (url: string) => JSON.stringify({ results: url })],
  ])('may return its data URL %s', async (_, as) => {
    implementService(as);
    expect(await zplOf(external(), [square(2)])).toContain('^GFA');
  });

  test.each(Object.entries(RESPONSE_FAULTS))('is unavailable if it %s, and nothing is retried', async (_, fault) => {
    onTestFinished(shortenTimeouts());
    service.answer(fault);
    service.requests.length = 0;
    expect(await external().convert([square(2)], never)).toEqual({ unavailable: expect.any(String) });
    expect(service.requests).toHaveLength(1);
  });

  test('gets no further pictures after it has failed for one', async () => {
    service.answer(RESPONSE_FAULTS['answers 500'] as never);
    service.requests.length = 0;
    expect(await external().convert(Array(100).fill(square(2)), never)).toEqual({ unavailable: expect.any(String) });
    expect(service.requests.length).toBeLessThanOrEqual(5);
  });

  test('is unavailable if nothing listens, for a reason without the API key', async () => {
    const gone = await startFakeServer();
    await gone.stop();
    const converter = createConverter({ LABEL_CONVERSION_URL: gone.url, LABEL_CONVERSION_API_KEY: KEY });
    const outcome = await converter.convert([square(2)], never);
    expect(outcome).toEqual({ unavailable: expect.any(String) });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});
