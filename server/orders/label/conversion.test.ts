import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LabelConverter } from '#server/integrations/label-conversion/converter.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import { readDataUrl } from '#server/platform/network/data-url.ts';
import { labelsToZpl, labelToZpl } from '#shared/orders/label-conversion.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { pngOfSamples } from '#test/callers/png.ts';
import { scanZpl } from '#test/callers/read-zpl.ts';
import { newOrder, shipment } from '#test/fixtures/order-factory.ts';
import { type FakeServer, RESPONSE_FAULTS, startFakeServer } from '#test/services/fake-server.ts';
import { shortenTimeouts } from '#test/services/shorten-timeouts.ts';
import { convertLabels } from './conversion.ts';
import { labelRoutes } from './label.routes.ts';

const KEY = 'una-clave-muy-secreta';
const PUBLIC_URL = 'https://portal.example';

let gateway: TestGateway;
let service: FakeServer;
let withService: TestGateway;
let client: TestClient;
beforeAll(async () => {
  service = await startFakeServer();
  gateway = await startTestGateway([orderRoutes, labelRoutes], { PUBLIC_URL });
  withService = await startTestGateway([orderRoutes, labelRoutes], {
    LABEL_CONVERSION_URL: `${service.url}/convert`,
    LABEL_CONVERSION_API_KEY: KEY,
  });
  client = await gateway.addClient();
});
afterAll(async () => {
  await gateway?.stop();
  await withService?.stop();
  await service?.stop();
});

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const dot = dataUrl(pngOfSamples('grey', 8, 8, Array(64).fill(0)));

async function addressOf(count = 1, by = client, of = gateway) {
  const shipments = Array.from({ length: count }, () => shipment());
  const { id, tracking_id } = (await of.call(createOrder, { by, body: newOrder({ shipments }) })).body.results;
  const { shippings } = (await of.call(readOrder, { by, params: { id: String(id) } })).body.results;
  return { tracking_id, addresses: shippings.map((shipping) => shipping.print_png_url ?? '') };
}

const convert = (png_label: unknown, { by = client, of = gateway, x = 10 as unknown, y = 10 as unknown } = {}) =>
  of.call(labelToZpl, { by, body: { png_label: png_label as string, fo_x: x as number, fo_y: y as number } });

const convertAll = (pictures: unknown[], { by = client, of = gateway } = {}) =>
  of.call(labelsToZpl, {
    by,
    body: { labels: pictures.map((png_label) => ({ png_label: png_label as string, fo_x: 10, fo_y: 10 })) },
  });

function zplIn(results: string): string {
  const { type, data } = readDataUrl(results) ?? {};
  expect(type).toBe('application/octet-stream');
  return data?.toString() ?? '';
}

const formats = (tracking: string, of = gateway) =>
  of.owner<{ label: string; format: string }>(
    `SELECT s.label, d.format FROM label_deliveries d JOIN shipments s ON s.id = d.shipment_id
     WHERE s.label LIKE $1 || '-%' ORDER BY s.label`,
    [tracking],
  );

describe('a label picture', () => {
  test('by its signed URL is converted to ZPL of the label, which counts as printed', async () => {
    const { tracking_id, addresses } = await addressOf();
    const { status, body } = await convert(addresses[0]);
    expect(status).toBe(200);
    const [codes = []] = await scanZpl(zplIn(body.results), { width: 95, height: 125, dotsPerMm: 8 });
    expect(codes.find(({ format }) => format === 'Code128')?.text).toBe(`${tracking_id}-1`);
    expect(await formats(tracking_id)).toEqual([{ label: `${tracking_id}-1`, format: 'zpl' }]);
  });

  test('can be requested by an absolute URL, or be embedded in the request', async () => {
    const { addresses } = await addressOf();
    expect((await convert(`${PUBLIC_URL}${addresses[0]}`)).status).toBe(200);
    const { body } = await convert(dot, { x: '16', y: 0 });
    expect(zplIn(body.results)).toContain('^FO16,0^GFA,8,8,1,');
  });

  test('is converted together with others into one file, in the order of the request', async () => {
    const { tracking_id, addresses } = await addressOf(2);
    const { body } = await convertAll([addresses[1], dot, addresses[0], addresses[1]]);
    const zpl = zplIn(body.results);
    expect([...zpl.matchAll(/\^PW(\d+)/g)].map(([, width]) => width)).toEqual(['760', '28', '760', '760']);
    const printed = await scanZpl(zpl, { width: 95, height: 125, dotsPerMm: 8 });
    expect(printed.map((codes) => codes.find(({ format }) => format === 'Code128')?.text)).toEqual([
      `${tracking_id}-2`,
      undefined,
      `${tracking_id}-1`,
      `${tracking_id}-2`,
    ]);
    expect(await formats(tracking_id)).toHaveLength(2);
  });
});

describe('a conversion is refused', () => {
  test.each([
    ['an external URL', 'https://example.com/label.png'],
    ['a cloud metadata URL', 'http://169.254.169.254/latest/meta-data/'],
    ['a loopback URL', 'http://127.0.0.1:22/'],
    ['a file URL', 'file:///etc/passwd'],
    ['another URL of the portal', `${PUBLIC_URL}/api/v1/client/order/`],
    ['a label URL without a valid signature', `${PUBLIC_URL}/api/v1/public/label/1-2-3-${'A'.repeat(22)}.png`],
    ['a picture of another type', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['data with the wrong type', `data:image/png;base64,${Buffer.from('GIF89a').toString('base64')}`],
    ['an empty picture', 'data:image/png;base64,'],
    ['a word', 'etiqueta'],
    ['an empty text', ''],
    ['a number', 5],
    ['an object', {}],
  ])('for %s', async (_, png_label) => {
    const { status, body } = await convert(png_label);
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field).toBe('png_label');
  });

  test('for a picture with more dots than a label, or over 2 MB', async () => {
    const bomb = pngOfSamples('grey', 8, 8, Array(64).fill(0));
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    const refused = await convert(dataUrl(bomb));
    const message = 'La etiqueta tiene 100.000 × 100.000 puntos: puede tener hasta 4.000.000 en total';
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: 'png_label', message }]]);
    expect((await convert(dataUrl(Buffer.alloc(2 * 1024 * 1024 + 10)))).status).toBe(422);
    expect((await convert(dataUrl(Buffer.alloc(3 * 1024 * 1024)))).status).toBe(413);
  });

  test('if one of several pictures is invalid, naming its field', async () => {
    const { tracking_id, addresses } = await addressOf();
    const { status, body } = await convertAll([addresses[0], dot, 'data:image/png;base64,AAAA']);
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field).toBe('labels.2.png_label');
    expect(await formats(tracking_id)).toEqual([]);
  });

  test('for another client’s label, even with its signed URL', async () => {
    const other = await gateway.addClient();
    const { tracking_id, addresses } = await addressOf(1, other);
    expect((await convert(addresses[0])).status).toBe(404);
    expect((await convertAll([dot, addresses[0]])).status).toBe(404);
    expect(await formats(tracking_id)).toEqual([]);
  });

  test('for a label that may not be printed any more, with the reason', async () => {
    const { tracking_id, addresses } = await addressOf();
    await gateway.owner(
      `UPDATE shipments SET state = 'Cancelado', state_code = 'cancelado', printable = false WHERE label = $1`,
      [`${tracking_id}-1`],
    );
    const { status, body } = await convert(addresses[0]);
    expect(status).toBe(422);
    expect(body.message).toBe(`No se puede imprimir el envío ${tracking_id}-1: el envío está cancelado`);
  });

  test.each([
    [-1, 10],
    [10, 32_001],
    ['x', 10],
    [1.5, 10],
    [null, 10],
  ])('for the offsets %s, %s', async (x, y) => {
    expect((await convert(dot, { x, y })).status).toBe(422);
  });

  test('for more than 500 pictures at once, or none', async () => {
    const many = await convertAll(Array(501).fill(dot));
    expect([many.status, many.body.errors?.[0]?.message]).toEqual([422, 'Hasta 500 etiquetas por vez']);
    const none = await convertAll([]);
    expect([none.status, none.body.errors?.[0]?.message]).toEqual([422, 'Elegí al menos una etiqueta']);
  });
});

test('a slow conversion fails before the connection is cut, and no label counts as printed', async () => {
  const late = new AbortController();
  const requested = Array.from({ length: 9 }, (_, n) => ({ png_label: dot, fo_x: 1, fo_y: 1, field: `labels.${n}` }));
  let calls = 0;
  const converter: LabelConverter = {
    async convert() {
      if (++calls === 2) late.abort();
      return { zpl: Buffer.from('^XA^XZ') };
    },
  };
  let delivered = false;
  const pictures = async () => ({
    read: async () => null,
    onDelivered: async () => {
      delivered = true;
    },
  });
  const queue = createFairQueue({ concurrency: 1, maxQueued: { key: 1, all: 1 } });
  const turns = { queue, clientOf: () => 1, deadline: () => late.signal };
  const { log } = gateway.deps;
  const answer = convertLabels({ converter, pictures, log }, turns, client, requested, new AbortController().signal);
  await expect(answer).rejects.toMatchObject({
    status: 503,
    message:
      'En 45 segundos se convirtieron 8 de 9 etiquetas, y ninguna se dio por impresa. Probá de nuevo con menos etiquetas por vez',
  });
  expect(delivered).toBe(false);
});

describe('with an external converter', () => {
  test('a client’s single conversion is next after the first of another client’s eight', async () => {
    const [greedy, modest] = [await withService.addClient(), await withService.addClient()];
    const held: (() => void)[] = [];
    const zpl = Buffer.from('^XA^FO10,10^GFA,1,1,1,FF^FS^XZ').toString('base64');
    service.requests.length = 0;
    service.answer((_, response) => held.push(() => response.end(`data:x-application/zpl;base64,${zpl}`)));
    const many = Array.from({ length: 8 }, () => convert(dot, { by: greedy, of: withService, x: 8 }));
    await expect.poll(() => held).toHaveLength(1);
    const one = convert(dot, { by: modest, of: withService, x: 1 });
    await expect.poll(() => held).toHaveLength(2);
    service.answer((_, response) => response.end(`data:x-application/zpl;base64,${zpl}`));
    for (const release of held) release();
    for (const { status } of await Promise.all([...many, one])) expect(status).toBe(200);
    const turns = service.requests.map(({ body }) => JSON.parse(body.toString()).fo_x);
    expect(turns).toEqual([8, 1, 8, 8, 8, 8, 8, 8, 8]);
  });

  let mine: TestClient;
  beforeAll(async () => {
    mine = await withService.addClient();
  });
  beforeEach(() => {
    service.requests.length = 0;
    const zpl = Buffer.from('^XA^FO10,10^GFA,1,1,1,FF^FS^XZ').toString('base64');
    service.answer((_, response) => response.end(`data:x-application/zpl;base64,${zpl}`));
  });

  test('the picture is sent with the API key, and its ZPL is returned', async () => {
    const { tracking_id, addresses } = await addressOf(1, mine, withService);
    const { status, body } = await convert(addresses[0], { by: mine, of: withService, x: 12, y: 34 });
    expect(status).toBe(200);
    expect(zplIn(body.results)).toBe('^XA^FO10,10^GFA,1,1,1,FF^FS^XZ');
    const [{ method, path, headers, body: sent } = {}] = service.requests;
    expect([method, path, headers?.['x-api-key']]).toEqual(['POST', '/convert', KEY]);
    expect(JSON.parse(sent?.toString() ?? '')).toEqual({
      png_label: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
      fo_x: 12,
      fo_y: 34,
    });
    expect(await formats(tracking_id, withService)).toEqual([{ label: `${tracking_id}-1`, format: 'zpl' }]);
  });

  test.each(Object.entries(RESPONSE_FAULTS))(
    'a conversion fails with a reason if the converter %s, and no label counts as printed',
    async (_, fault) => {
      onTestFinished(shortenTimeouts());
      // A success in between keeps the circuit breaker closed.
      await convert(dot, { by: mine, of: withService });
      service.answer(fault);
      const { tracking_id, addresses } = await addressOf(1, mine, withService);
      const answer = await convert(addresses[0], { by: mine, of: withService });
      expect(answer.status).toBe(503);
      expect(answer.body.message).toBe(
        'El servicio que convierte las etiquetas no responde. Probá de nuevo en unos minutos',
      );
      expect(JSON.stringify([answer.body, [...answer.headers]])).not.toContain(KEY);
      expect(await formats(tracking_id, withService)).toEqual([]);
    },
  );
});
