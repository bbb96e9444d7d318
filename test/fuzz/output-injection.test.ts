import fc from 'fast-check';
import papaparse from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelRoutes } from '#server/orders/label/label.routes.ts';
import { orderRoutes } from '#server/orders/order/order.routes.ts';
import { shipmentRoutes } from '#server/orders/shipment/shipment.routes.ts';
import { UTF8_BOM, unescapeFormula } from '#shared/kit/text/csv.ts';
import { batchOrderLabels, batchOrderZpl } from '#shared/orders/labels.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { exportShipments } from '#shared/orders/shipments.ts';
import { startTestGateway, type TestClient, type TestGateway } from '#test/app/test-gateway.ts';
import { readPdf } from '#test/callers/read-pdf.ts';
import { readZpl } from '#test/callers/read-zpl.ts';
import { newOrder, receiver } from '#test/fixtures/order-factory.ts';
import { FUZZ_TEXT_RUNS, typedLines, typedText } from './fuzz-text.ts';

/** Free texts of an order within their limits, and the texts that a carrier reads. */
const typed = fc.record({
  sender_name: typedText(30),
  first_name: typedText(30),
  last_name: typedText(30),
  receiver_name: typedText(60),
  street_name: typedText(60),
  floor: typedText(10),
  apartment: typedText(10),
  city: typedText(40),
  neighborhood_name: typedText(40),
  other_info: typedLines(250),
});
type Typed = typeof typed extends fc.Arbitrary<infer T> ? T : never;

const ORDERS = FUZZ_TEXT_RUNS / 10;
/** Number of labels in one call. */
const AT_ONCE = 100;

interface Written extends Typed {
  order_id: string;
  tracking_id: string;
}

let gateway: TestGateway;
let by: TestClient;
const written: Written[] = [];

beforeAll(async () => {
  gateway = await startTestGateway([orderRoutes, shipmentRoutes, labelRoutes]);
  by = await gateway.addClient();
  for (const [index, any] of fc.sample(typed, ORDERS).entries()) {
    // Every tenth name can be read on paper, so that some are compared whatever chance generates.
    const words = index % 10 === 0 ? { ...any, receiver_name: `Ñandú & Cía. ^XZ_5E (${index}) 50%` } : any;
    const { sender_name, first_name, last_name, receiver_name, ...address } = words;
    const order_id = `${'=+-@'.charAt(index % 4)}${index}`;
    const to = receiver({ first_name, last_name, receiver_name }, address);
    const { status, body } = await gateway.call(createOrder, {
      by,
      body: newOrder({ order_id, sender_name, receiver: to }),
    });
    expect(status, JSON.stringify([words, body])).toBe(200);
    written.push({ ...words, order_id, tracking_id: body.results.tracking_id });
  }
}, 600_000);
afterAll(() => gateway?.stop());

test('typed text is stored and shown unchanged', async () => {
  for (const { tracking_id, order_id: _, sender_name, ...words } of written) {
    const { body } = await gateway.call(readOrder, { by, params: { id: tracking_id } });
    const { receiver: to, sender_name: from } = body.results;
    const { first_name, last_name, receiver_name, ...address } = words;
    const expected = Object.fromEntries(Object.entries(address).map(([key, text]) => [`address_${key}`, text]));
    expect({ ...to, sender_name: from }).toMatchObject({
      first_name,
      last_name,
      receiver_name,
      sender_name,
      ...expected,
    });
  }
}, 600_000);

test('an independent CSV reader reads every text unchanged, and no text is a formula', async () => {
  const { bytes } = await gateway.call(exportShipments, { by, query: {} });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text.startsWith(UTF8_BOM)).toBe(true);
  const { data, errors } = papaparse.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: ';',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(written.length);
  const cells = data.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
  const found = new Map(data.map((row) => [row['Nro. de Orden'], row]));
  for (const { tracking_id, order_id, receiver_name } of written) {
    const row = found.get(tracking_id);
    expect(unescapeFormula(row?.['Nro. de Orden Interno'] ?? '')).toBe(order_id);
    expect(unescapeFormula(row?.Destinatario ?? '')).toBe(receiver_name);
  }
});

/**
 * Returns the text that a label shows, computed independently of the renderer: Latin letters, digits and signs, with
 * single blanks. Returns null for texts with other characters (controls, direction marks, combining accents, emoji,
 * other scripts) or with repeated signs, which may be drawn as one (`-->`).
 */
function onPaper(text: string): string | null {
  const plain = text.replace(/\s+/g, ' ');
  return /^[ -~¡-¬®-ÿ]{1,40}$/.test(plain) && !/[-=<>~|:]{2}/.test(plain) ? plain : null;
}

/** Removes blanks, so that line breaks, hyphens and ellipses don't matter. */
const letters = (text: string) => text.replace(/\s/g, '');

function* portions(): Generator<Written[]> {
  for (let at = 0; at < written.length; at += AT_ONCE) yield written.slice(at, at + AT_ONCE);
}

test('a printer prints one label per order with its texts as typed, and executes no command from them', async () => {
  let equal = 0;
  for (const portion of portions()) {
    const body = { orders_id: portion.map(({ tracking_id }) => tracking_id) };
    const { bytes } = await gateway.call(batchOrderZpl, { by, body });
    const labels = readZpl(new TextDecoder().decode(bytes));
    expect(labels).toHaveLength(portion.length);
    for (const { commands, text } of labels) {
      expect(commands.filter((name) => !KNOWN.has(name))).toEqual([]);
      expect(commands.filter((name) => /X[AZ]/.test(name))).toEqual(['^XA', '^XZ']);
      const of = portion.find(({ tracking_id }) => text.includes(tracking_id)) as Written;
      const name = onPaper(of.receiver_name);
      if (name === null) continue;
      expect(letters(text)).toContain(letters(name));
      equal++;
    }
  }
  expect(equal).toBeGreaterThan(written.length / 20);
}, 600_000);

/** Commands of a label, without those that configure the printer, delete or restart. */
const KNOWN = new Set('^XA ^CI ^PW ^LL ^LH ^FO ^FT ^A0 ^FH ^FD ^FS ^GB ^GF ^BY ^BC ^BQ ^FR ^PQ ^XZ'.split(' '));

test('a PDF shows each order’s texts as typed, and contains nothing executable', async () => {
  let equal = 0;
  for (const portion of portions()) {
    const body = { orders_id: portion.map(({ tracking_id }) => tracking_id) };
    const { bytes } = await gateway.call(batchOrderLabels, { by, body });
    // Compressed drawings may contain any three letters by chance.
    const objects = Buffer.from(bytes)
      .toString('latin1')
      .replace(/\bstream\b.*?\bendstream\b/gs, '');
    expect(objects).not.toMatch(/\/(JS|JavaScript|Launch|URI|GoToR|SubmitForm|EmbeddedFile|OpenAction|AA|Annots?)\b/);
    const { pages } = await readPdf(bytes, { scan: false });
    const papers = pages.map(({ text }) => text);
    expect(papers.join('\n')).not.toMatch(/[^\P{C}\n]/u);
    for (const { tracking_id, receiver_name } of portion) {
      const paper = papers.find((text) => text.includes(tracking_id));
      const name = onPaper(receiver_name);
      expect(paper, tracking_id).toBeDefined();
      if (name === null) continue;
      expect(letters(paper ?? '')).toContain(letters(name));
      equal++;
    }
  }
  expect(equal).toBeGreaterThan(written.length / 20);
}, 600_000);
