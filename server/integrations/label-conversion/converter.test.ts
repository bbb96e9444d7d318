import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readDataUrl } from '#server/platform/data-url.ts';
import { inkBounds } from '#test/barcode-scanner.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/fake-server.ts';
import { pngOfSamples } from '#test/png.ts';
import { printZpl } from '#test/read-zpl.ts';
import type { LabelConverter, LabelPicture } from './converter.ts';
import { createConverter } from './create-converter.ts';
import { pictureZpl } from './picture-zpl.ts';

const KEY = 'una-clave-muy-secreta';

let service: FakeServer;
beforeAll(async () => {
  service = await startFakeServer();
});
afterAll(() => service.stop());

/** The protocol of the outside service (D1 §7), by whatever makes its ZPL. */
function speak(as: (url: string) => string = (url) => url) {
  service.answer(({ method, headers, body }, response) => {
    if (method !== 'POST' || headers['x-api-key'] !== KEY) return response.writeHead(401).end();
    const { png_label, fo_x, fo_y } = JSON.parse(body.toString());
    const { type, data = Buffer.alloc(0) } = readDataUrl(png_label) ?? {};
    const zpl = type === 'image/png' ? pictureZpl({ png: data, x: fo_x, y: fo_y }) : null;
    if (zpl === null) return response.writeHead(422).end('{"message":"no PNG"}');
    return response.end(as(`data:application/octet-stream;base64,${Buffer.from(zpl).toString('base64')}`));
  });
}

const outside = () => createConverter({ LABEL_CONVERSION_URL: `${service.url}/zpl`, LABEL_CONVERSION_API_KEY: KEY });
const embedded = () => createConverter({ LABEL_CONVERSION_URL: '', LABEL_CONVERSION_API_KEY: '' });

const never = new AbortController().signal;

/** A black square of so many dots, in a picture twice as large. */
function square(side: number, place: Partial<LabelPicture> = {}): LabelPicture {
  const dots = Array.from({ length: 4 * side * side }, (_, at) =>
    at % (2 * side) < side && at < 2 * side * side ? 0 : 255,
  );
  return { png: pngOfSamples('grey', 2 * side, 2 * side, dots), x: 10, y: 10, ...place };
}

const brokenPicture = (): LabelPicture => ({ png: Buffer.from('\x89PNG\r\n\x1a\nno', 'latin1'), x: 0, y: 0 });

async function zplOf(converter: LabelConverter, pictures: LabelPicture[]): Promise<string> {
  const outcome = await converter.convert(pictures, never);
  if (!('zpl' in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.zpl.toString();
}

describe.each([
  { name: 'the embedded conversion', converter: embedded },
  { name: 'the outside service', converter: outside },
])('$name', ({ converter }) => {
  beforeEach(() => speak());

  test('sets a picture where it is told to, on a label with that distance all around', async () => {
    const zpl = await zplOf(converter(), [square(20, { x: 16, y: 24 })]);
    expect(zpl).toContain('^PW72^LL88');
    const [png = Buffer.alloc(0)] = await printZpl(zpl, { width: 9, height: 11, dotsPerMm: 8 });
    expect(inkBounds(png)).toEqual({ dots: 400, left: 16, right: 35, top: 24, bottom: 43 });
  });

  test('answers the labels of many pictures in their order', async () => {
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

  test('says which of the pictures is none', async () => {
    const pictures = [square(2), square(3), brokenPicture(), square(4)];
    expect(await converter().convert(pictures, never)).toEqual({ unreadable: 2 });
  });

  test('ends when whoever asked has gone', async () => {
    const stop = new AbortController();
    const asked = converter().convert(Array(200).fill(square(40)), stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the outside service', () => {
  test.each([
    ['as JSON text', (url: string) => JSON.stringify(url)],
    ['under results', (url: string) => JSON.stringify({ results: url })],
  ])('may answer its data URL %s', async (_, as) => {
    speak(as);
    expect(await zplOf(outside(), [square(2)])).toContain('^GFA');
  });

  test.each(Object.entries(RESPONSE_FAULTS))('that %s is an outcome, and nothing is tried again', async (_, fault) => {
    service.answer(fault);
    service.asked.length = 0;
    expect(await outside().convert([square(2)], never)).toEqual({ unavailable: expect.any(String) });
    expect(service.asked).toHaveLength(1);
  });

  test('that fails for one picture is asked no more for the others', async () => {
    service.answer(RESPONSE_FAULTS['answers 500'] as never);
    service.asked.length = 0;
    expect(await outside().convert(Array(100).fill(square(2)), never)).toEqual({ unavailable: expect.any(String) });
    expect(service.asked.length).toBeLessThanOrEqual(5);
  });

  test('that is not there is an outcome too, whose reason doesn’t hold the key', async () => {
    const gone = await startFakeServer();
    await gone.stop();
    const converter = createConverter({ LABEL_CONVERSION_URL: gone.url, LABEL_CONVERSION_API_KEY: KEY });
    const outcome = await converter.convert([square(2)], never);
    expect(outcome).toEqual({ unavailable: expect.any(String) });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});
