import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDay } from '#shared/days.ts';
import { operatorContract } from '#shared/ops/contract.ts';
import { listTariffs, type OperatorTariff } from '#shared/ops/tariffs.ts';
import { startTestApp, type TestApp } from './app.ts';
import { assertDecent, rowsOf } from './decent.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { OPERATOR_KEY, operatorOf } from './operator.ts';
import { parcelEvent } from './provider.ts';
import { type RawClient, rawClient } from './raw-http.ts';
import { runsOf, STRANGE_MS, strangeRequest } from './strange-requests.ts';
import { type PopulatedClient, populate, type StockedClient, stockedClient } from './two-clients.ts';

let app: TestApp;
let mail: MailServer;
let raw: RawClient;
let mine: PopulatedClient;
let keeper: StockedClient;
let packing: number;
let clientId: number;
let tariff: OperatorTariff | undefined;
let before: unknown;
const lines: string[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, LOG_LEVEL: 'warn' }, { onLog: (line) => lines.push(line) });
  mine = await populate(app, mail, 'canariomio');
  keeper = await stockedClient(app, mail, 'canarioguardado');
  packing = await keeper.packing();
  await populate(app, mail, 'canarioajeno');
  raw = rawClient(app.server.url);
  clientId = mine.clientId;
  [tariff] = (await operatorOf(app)(listTariffs)).body.results;
  before = await rowsOf(app, 'Empresa canarioajeno');
});
afterAll(async () => {
  raw.close();
  await app.stop();
  await mail.stop();
});

/** Bodies that are right but for what is done to them. */
const RIGHT: Record<string, () => object> = {
  recordEvents: () => ({ events: [parcelEvent(mine.ids.label, 'retirado', new Date()), parcelEvent('x', 'y', 'z')] }),
  decideModification: () => ({ approved: false, reason: 'No se puede' }),
  changeClient: () => ({ prepago: true, logistica_inversa: '0', fulfillment: 1 }),
  recordReceipts: () => ({ receipts: [receipt(), { ...receipt(), units: -1 }, { sku: 7 }] }),
  prepareFulfillment: () => ({ items: [{ sku: 'SKU-canarioguardado', quantity: 1 }], close: false }),
  labelFulfillment: () => ({ labels: [mine.ids.label] }),
  cancelFulfillment: () => ({ reason: 'No se puede' }),
  publishTerms: () => ({ text: '<h2>Otros términos</h2>' }),
  publishTariff: () => ({ ...tariff, valid_from: localDay(new Date()) }),
  savePickupPoint: () => ({ name: 'Kiosco', street: 'Mitre 10', city: 'Salta', province: 'A', zip_code: '4400' }),
  createCategory: () => ({ name: crypto.randomUUID() }),
  renameCategory: () => ({ name: crypto.randomUUID() }),
  createKey: () => ({ name: 'ERP' }),
};

function receipt() {
  const days = { expiry: '2099-12-31', criticality: '2099-11-30' };
  return {
    receipt_id: crypto.randomUUID(),
    sku: 'SKU-canarioguardado',
    description: 'Mate',
    lot: 'L',
    units: 5,
    ...days,
  };
}

test.each(Object.entries(operatorContract))(
  'strange input of %s is answered decently',
  { timeout: STRANGE_MS },
  async (name, endpoint) => {
    const strange = strangeRequest(endpoint, {
      ids: [clientId, keeper.clientId, packing, mine.ids.label, mine.ids.tracking, 1, 2, 'C1002'],
      right: RIGHT[name],
      headers: { 'x-api-key': OPERATOR_KEY },
    });
    await fc.assert(
      fc.asyncProperty(strange, async (request) => assertDecent(await raw.send(request))),
      { numRuns: runsOf(endpoint) },
    );
  },
);

test('and changes nothing of a client that it doesn’t name', async () => {
  expect(await rowsOf(app, 'Empresa canarioajeno')).toEqual(before);
});

test('and leaves no value to SQL that the contract could have refused', () => {
  expect(lines.filter((line) => line.includes('left to SQL'))).toEqual([]);
});

test('signs of LIKE in a search stand for themselves', async () => {
  const headers = { 'x-api-key': OPERATOR_KEY };
  for (const path of ['client', 'pickup_point']) {
    const { text } = await raw.send({ path: `/api/ops/v1/${path}/?filter[search]=%25_%25`, headers });
    expect(JSON.parse(text).results).toEqual([]);
  }
});
