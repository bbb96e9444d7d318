import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDay } from '#shared/kit/days.ts';
import { listTariffs, type StaffTariff } from '#shared/money/staff-tariffs.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { providerEvent } from '#test/callers/provider-client.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import {
  createPopulatedClient,
  createStockedClient,
  type PopulatedClient,
  type StockedClient,
} from '#test/fixtures/client-factory.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { FUZZ_TIMEOUT_MS, fuzzedRequest, fuzzRuns } from './fuzz-requests.ts';
import { type RawClient, rawClient } from './raw-http.ts';
import { uniqueText } from './unique-text.ts';
import { assertWellFormed, rowsOfClient } from './well-formed-response.ts';

let app: TestApp;
let mail: FakeMailServer;
let raw: RawClient;
let mine: PopulatedClient;
let keeper: StockedClient;
let packing: number;
let clientId: number;
let tariff: StaffTariff | undefined;
let before: unknown;
const lines: string[] = [];

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, LOG_LEVEL: 'warn' }, { onLog: (line) => lines.push(line) });
  mine = await createPopulatedClient(app, mail, 'canariomio');
  keeper = await createStockedClient(app, mail, 'canarioguardado');
  packing = await keeper.packing();
  await createPopulatedClient(app, mail, 'canarioajeno');
  raw = rawClient(app.server.url);
  clientId = mine.clientId;
  [tariff] = (await createStaffClient(app)(listTariffs)).body.results;
  before = await rowsOfClient(app, 'Empresa canarioajeno');
});
afterAll(async () => {
  raw.close();
  await app.stop();
  await mail.stop();
});

/** Valid bodies, to be mutated. */
const RIGHT: Record<string, () => object> = {
  recordEvents: () => ({
    events: [providerEvent(mine.ids.label, 'retirado', new Date()), providerEvent('x', 'y', 'z')],
  }),
  searchShipments: () => ({ text: mine.ids.tracking, kind: 'name' }),
  correctEvent: () => ({ corrects: 'x', event_id: 'y', state: 'retirado', correction_reason: 'Otro envío' }),
  createClient: () => ({ nombre: 'Ana', email: 'ana@example.com', cuit: '30-71234567-1', prepago: '1' }),
  approveClient: () => ({ seen: 'pending' }),
  decideModification: () => ({ approved: false, reason: 'No se puede' }),
  assignQueueItem: () => ({ staff_id: null, instead_of: null }),
  snoozeQueueItem: () => ({ until: '2026-12-24' }),
  openManifest: () => ({ address_id: mine.ids.address }),
  cancelManifest: () => ({ reason: 'Sin chofer' }),
  checkCodes: () => ({ codes: [mine.ids.label, 'x'] }),
  handOverManifest: () => ({ scans: [{ code: mine.ids.label, at: new Date().toISOString() }] }),
  addClientNote: () => ({ text: 'Llamó el comprador' }),
  addOrderNote: () => ({ text: 'Llamó el comprador' }),
  closePaymentCase: () => ({ attention: 'paid_twice', reason: 'Se devolvió' }),
  decideReschedule: () => ({ approved: false, reason: 'No se puede' }),
  changeClient: () => ({ prepago: true, logistica_inversa: '0', fulfillment: 1 }),
  recordReceipts: () => ({ receipts: [receipt(), { ...receipt(), units: -1 }, { sku: 7 }] }),
  recordCounts: () => ({
    counts: [{ count_id: 'C', sku: 'SKU-canarioguardado', lot: 'L', expected: 5, counted: 4, reason: 'Rotura' }],
  }),
  setShelf: () => ({ sku: 'SKU-canarioguardado', shelf: 'A-01' }),
  recordStockReturn: () => ({ units: [{ sku: 'SKU-canarioguardado', lot: 'L', expiry: '2099-12-31', units: 1 }] }),
  prepareFulfillment: () => ({ items: [{ sku: 'SKU-canarioguardado', quantity: 1 }], close: false }),
  labelFulfillment: () => ({ labels: [mine.ids.label] }),
  cancelFulfillment: () => ({ reason: 'No se puede' }),
  publishTerms: () => ({ text: '<h2>Otros términos</h2>' }),
  publishTariff: () => ({ ...tariff, valid_from: localDay(new Date()) }),
  publishClientTariff: () => ({ ...tariff, valid_from: localDay(new Date()) }),
  endClientTariff: () => ({ valid_from: localDay(new Date()) }),
  savePickupPoint: () => ({ name: 'Kiosco', street: 'Mitre 10', city: 'Salta', province: 'A', zip_code: '4400' }),
  createCategory: () => ({ name: uniqueText('Rubro ') }),
  renameCategory: () => ({ name: uniqueText('Rubro ') }),
  addHoliday: () => ({ date: '2027-12-24', name: 'Puente', works: false }),
  createKey: () => ({ name: 'ERP' }),
  inviteStaff: () => ({ email: `${uniqueText('persona.')}@example.com`, role: 'support' }),
  changeStaff: () => ({ role: 'finance', suspended: false }),
  staffLogin: () => ({ email: 'ana@example.com', password: 'una contraseña', terminal: true }),
  staffLoginCode: () => ({ code: '123456' }),
  readStaffInvitation: () => ({ token: 'x'.repeat(43) }),
  changeStaffPassword: () => ({ currentPassword: 'una contraseña', newPassword: 'otra contraseña' }),
  recoverStaffPassword: () => ({ email: `${uniqueText('persona.')}@example.com` }),
  readStaffPasswordLink: () => ({ token: 'x'.repeat(43) }),
  resetStaffPassword: () => ({ token: 'x'.repeat(43), password: 'una contraseña' }),
  acceptStaffInvitation: () => ({ token: 'x'.repeat(43), name: 'Ana', password: 'una contraseña' }),
};

function receipt() {
  const days = { expiry: '2099-12-31', criticality: '2099-11-30' };
  return {
    receipt_id: uniqueText('ingreso-'),
    sku: 'SKU-canarioguardado',
    description: 'Mate',
    lot: 'L',
    units: 5,
    ...days,
  };
}

const isActivity = (call: string) => call.endsWith('AllActivity');
/** All calls, those for the audit trail first: every other call adds to it, and its export would become long. */
const CALLS = Object.entries(staffContract).toSorted(([a], [b]) => Number(isActivity(b)) - Number(isActivity(a)));

test.each(CALLS)(
  'random input of %s gets a well-formed response',
  { timeout: FUZZ_TIMEOUT_MS },
  async (name, endpoint) => {
    const strange = fuzzedRequest(endpoint, {
      ids: [clientId, keeper.clientId, packing, mine.ids.label, mine.ids.tracking, 1, 2, 'C1002'],
      right: RIGHT[name],
      headers: { 'x-api-key': PROVIDER_KEY },
    });
    await fc.assert(
      fc.asyncProperty(strange, async (request) => assertWellFormed(await raw.send(request))),
      { numRuns: fuzzRuns(endpoint) },
    );
  },
);

test('random input changes no data of another client', async () => {
  expect(await rowsOfClient(app, 'Empresa canarioajeno')).toEqual(before);
});

test('random input that the contract refuses never reaches the database', () => {
  expect(lines.filter((line) => line.includes('the database refused a value'))).toEqual([]);
});

test('LIKE wildcards in a search are literal', async () => {
  const headers = { 'x-api-key': PROVIDER_KEY };
  for (const path of ['client', 'pickup_point']) {
    const { text } = await raw.send({ path: `/api/ops/v1/${path}/?filter[search]=%25_%25`, headers });
    expect(JSON.parse(text).results).toEqual([]);
  }
});
