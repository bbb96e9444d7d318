import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { type AnyEndpoint, BACKGROUND_HEADER, type CallInput } from '#shared/kit/http/endpoint.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { recover } from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { requestFactorRecovery } from '#shared/people/second-factor/staff-factor-recovery.ts';
import { correctUser } from '#shared/people/staff-client-users.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { workingDay } from '#test/app/working-day.ts';
import { companyFault } from '#test/callers/acts-upon-no-company.ts';
import { auditedActions, leakedTexts, unnamedChanges } from '#test/callers/audited-actions.ts';
import { type ProviderClient, providerEvent, startProviderClient } from '#test/callers/provider-client.ts';
import { ACTS, minuteNow, recordedAgain } from '#test/callers/repeated-acts.ts';
import { createStaffClient, PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { stopCode } from '#test/faults/stop-code.ts';
import {
  createPopulatedClient,
  createStockedClient,
  type PopulatedClient,
  type StockedClient,
} from '#test/fixtures/client-factory.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { newOrder, orderEdit, receiver } from '#test/fixtures/order-factory.ts';
import { productForm } from '#test/fixtures/product-factory.ts';
import { registrationForm, signUp, tokenIn } from '#test/fixtures/sender-factory.ts';
import { factorInputs } from '#test/inputs/factor-inputs.ts';
import { pendingInputs } from '#test/inputs/pending-inputs.ts';
import { presetInputs } from '#test/inputs/preset-inputs.ts';
import { sessionInputs } from '#test/inputs/session-inputs.ts';
import { laterTerms } from '#test/inputs/settings-inputs.ts';
import { staffCallInputs } from '#test/inputs/staff-call-inputs.ts';
import { staffInputs } from '#test/inputs/staff-inputs.ts';
import { stockInputs } from '#test/inputs/stock-inputs.ts';
import { teamInputs } from '#test/inputs/team-inputs.ts';
import { changedTables, rowVersions } from '#test/isolation/row-versions.ts';
import {
  createDataReaders,
  createReadClient,
  type DataReaders,
  undeclared,
  whileBlocked,
} from '#test/isolation/shown-data.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { type FakePaymentServer, startFakePaymentServer } from '#test/services/fake-payment-server.ts';
import { bulkMapping, bulkText, fileForm, manyCells } from '#test/texts/bulk-file-factory.ts';

let mail: FakeMailServer;
let payments: FakePaymentServer;
let app: TestApp;
let client: PopulatedClient;
let full: FullClient;
let keeper: StockedClient;
let provider: ProviderClient;
let staff: ReturnType<typeof createStaffClient>;
let readers: DataReaders;

beforeAll(async () => {
  mail = await startFakeMailServer();
  payments = await startFakePaymentServer();
  app = await startTestApp({ SMTP_URL: mail.url, ...payments.settings });
  provider = await startProviderClient(app.server.deps, app);
  staff = createStaffClient(app);
  readers = await createDataReaders(app, mail);
  client = await createPopulatedClient(app, mail, 'formas');
  full = await createReadClient({ app, mail, payments }, 'formastodas');
  keeper = await createStockedClient(app, mail, 'formasguardadas');
});
afterAll(async () => {
  await app.stop();
  await payments.stop();
  await mail.stop();
});

type Input = CallInput<AnyEndpoint> & { token?: string; form?: FormData };

const { between_1, between_2, ...address } = receiver().address;
const product = productForm({ sku: 'FORMA' });

/** Creates a separate order of one shipment, so that calls don't affect each other. */
async function anotherOrder(): Promise<{ tracking: string; label: string }> {
  const { body } = await app.call(createOrder, { token: client.token, body: newOrder() });
  return { tracking: body.results.tracking_id, label: `${body.results.tracking_id}-1` };
}

async function labelAddress(): Promise<string> {
  const { body } = await app.call(readOrder, { token: client.token, params: { id: client.ids.tracking } });
  return body.results.print_png_url ?? '';
}

/** Valid inputs of all declared calls; a missing one fails the test below. */
const INPUTS: Record<string, () => Input | Promise<Input>> = {
  ...teamInputs(() => ({ app, mail, client })),
  ...sessionInputs(() => ({ app, mail })),
  ...factorInputs(() => ({ app, mail })),
  ...pendingInputs(() => ({ app, client, provider, staff, clientId, anotherOrder })),
  ...presetInputs(() => ({ app, client })),
  ...stockInputs(() => keeper),
  stopFactorRecovery: async () =>
    stopCode({ app, mail }, requestFactorRecovery, await inputOf('requestFactorRecovery')),
  stopEmailCorrection: async () =>
    stopCode({ app, mail }, correctUser, {
      ...(await inputOf('requestFactorRecovery')),
      body: { email: registrationForm().email },
    }),
  login: () => ({ body: { _username: client.username, _password: client.password } }),
  logout: () => ({}),
  register: () => ({ body: registrationForm() }),
  sendActivationMail: () => ({ body: { email: client.email } }),
  activate: async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    return { body: { token: tokenIn((await mail.mailsTo(form.email))[0]) } };
  },
  recover: () => ({ body: { email: client.email } }),
  resetPassword: async () => {
    const other = await signUp(app, mail);
    await app.call(recover, { body: { email: other.email } });
    return { body: { token: tokenIn((await mail.mailsTo(other.email, 2)).at(-1)), password: 'portal2027' } };
  },
  modifyPassword: () => ({ body: { currentPassword: client.password, newPassword: 'portal2027' } }),
  newestTerms: () => ({}),
  acceptTerms: async () => ({ params: { id: await laterTerms(staff) } }),
  clientInfo: () => ({}),
  currentUser: () => ({}),
  readPrintConfig: () => ({}),
  savePrintConfig: () => ({
    params: { id: String(client.ids.printConfig) },
    body: { default_format: 'zpl', default_label_size: 2, labels_per_page: 2 },
  }),
  readBuyerContact: () => ({}),
  saveBuyerContact: () => ({ body: { email: 'hola@example.com', phone: '1144445555' } }),
  listSenderAddresses: () => ({ query: { filter: { active: 'true' } } }),
  createSenderAddress: () => ({ body: { ...address, main_address: false, active: true } }),
  updateSenderAddress: () => ({
    params: { id: client.ids.address },
    body: { ...address, main_address: true, active: true },
  }),
  portalSettings: () => ({}),
  countOrders: () => ({}),
  listOrders: () => ({ query: { filter: { client: client.marker } } }),
  readOrder: () => ({ params: { id: client.ids.tracking } }),
  createOrder: () => ({ body: newOrder() }),
  cancelOrder: async () => ({ params: { id: (await anotherOrder()).tracking } }),
  requestModification: async () => ({ params: { id: (await anotherOrder()).tracking }, body: orderEdit() }),
  quoteModification: async () => ({ params: { id: (await anotherOrder()).tracking }, body: orderEdit() }),
  orderLabels: () => ({ params: { id: String(client.ids.order), orderId: client.marker } }),
  publicStates: async () => {
    const { tracking, label } = await anotherOrder();
    const told = ['demorado', 'Otro'].map((state) => providerEvent(label, state, new Date(), { reason: 'Atendió' }));
    await provider.sendEvents(...told);
    const { body } = await app.call(readOrder, { token: client.token, params: { id: tracking } });
    return { params: { trackingId: tracking, token: body.results.states_token } };
  },
  readOrderStates: () => ({ params: { id: client.ids.tracking } }),
  requestReschedule: async () => ({
    params: await provider.move((await anotherOrder()).label, 'demorado'),
    body: { date: workingDay(), note: 'De tarde' },
  }),
  cancelShipment: async () => ({ params: { id: (await anotherOrder()).label } }),
  returnShipment: async () => ({ params: await provider.move((await anotherOrder()).label, 'retirado') }),
  listShipments: () => ({ query: { filter: { client: client.marker } } }),
  exportShipments: () => ({ query: { filter: { from_date: '2026-01-01 00:00:00', to_date: '2026-12-31 23:59:00' } } }),
  readShipment: () => ({ params: { id: client.ids.label } }),
  shipmentLabel: () => ({ params: { id: String(client.ids.shipment), shipmentId: client.ids.label } }),
  batchShipmentLabels: () => ({ body: { shippings_id: [client.ids.shipment, client.ids.label], start_at: 2 } }),
  batchOrderLabels: () => ({ body: { orders_id: [client.ids.order, client.ids.tracking], start_at: 1 } }),
  batchShipmentZpl: () => ({ body: { shippings_id: [client.ids.shipment] } }),
  batchOrderZpl: () => ({ body: { orders_id: [client.ids.tracking] } }),
  testLabel: () => ({}),
  testLabelZpl: () => ({}),
  labelPng: async () => ({ params: { token: /([^/]+)\.png$/.exec(await labelAddress())?.[1] } }),
  labelToZpl: async () => ({ body: { png_label: await labelAddress(), fo_x: 10, fo_y: 10 } }),
  labelsToZpl: async () => ({ body: { labels: [{ png_label: await labelAddress(), fo_x: '10', fo_y: 0 }] } }),
  listPayments: () => ({
    token: full.token,
    query: { filter: { state_id: 54, from_date: '2026-01-01' }, order: { sort: 'mo.updated_at' } },
  }),
  createPayment: async () => ({ token: full.token, body: { orders: [await full.order()] } }),
  cancelPayment: async () => ({ token: full.token, params: { id: String(await full.pay()) } }),
  paymentResult: async () => ({
    token: full.token,
    query: { payment_id: '1', external_reference: String(await full.pay()) },
  }),
  listProducts: () => ({ query: { filter: { active: '1', only_with_dolar_price: 'false' }, limit: '9999' } }),
  createProduct: () => ({ body: product }),
  importProducts: () => ({ body: { products: [{ ...product, sku: 'DE-ARCHIVO' }], existing: 'update' } }),
  updateProduct: () => ({ params: { id: client.ids.product }, body: { ...product, sku: 'OTRA' } }),
  productCategories: () => ({}),
  findZipCodes: () => ({ query: { page: '1', limit: '999', filter: { code: '1425' } } }),
  listedZipCodes: () => ({}),
  provincesOfZipCode: () => ({ query: { filter: { code: '1425' } } }),
  deliveryModes: () => ({}),
  shipmentStateList: () => ({}),
  rate: () => ({
    body: {
      delivery_mode: 1,
      zip_code: '5000',
      province: 'Córdoba',
      packages: [{ width: 10, height: 10, length: 10, real_weight: 1.5, gross_price: 1000 }],
    },
  }),
  listBatches: () => ({ query: { filter: { from_date: '2026-01-01' } } }),
  readBatch: () => ({ params: { id: client.ids.batch }, query: { logs_limit: '5' } }),
  listBatchLogs: () => ({ params: { id: client.ids.batch }, query: { filter: { resultado: 'Procesado' } } }),
  exportFailedRows: () => ({ params: { id: client.ids.batch } }),
  uploadBatch: () => ({ form: fileForm(bulkText(manyCells(2))) }),
  bulkTemplate: () => ({}),
  listMappings: () => ({}),
  saveMapping: () => ({ body: bulkMapping() }),
  changeStream: () => ({}),
  search: () => ({ query: { q: client.marker } }),
  findBuyers: () => ({ query: { by: 'name', q: client.marker } }),
  findPickupPoints: () => ({ query: { zip_code: '1425' } }),
  findReceiver: () => ({ body: { by: 'document', value: '31987654' } }),
  exportReceiver: () => ({ body: { by: 'email', value: 'juana@example.com' } }),
  eraseReceiver: () => ({ body: { by: 'phone', value: '+54 11 4000-1234' } }),
  exportOwnData: () => ({}),
  listActivity: () => ({ query: { limit: '2', filter: { from_date: '2026-01-01', action: 'order.create' } } }),
  exportActivity: () => ({ query: { filter: { actor: client.username } } }),
  readDeliveryResults: () => ({ query: { filter: { from_date: '2026-01-01', to_date: '2026-12-31' } } }),
  shipmentTotals: () => ({ query: { filter: { from_date: '2026-01-01', to_date: '2026-12-31' } } }),
};

/** Creates a fulfillment order that isn't prepared yet. */
async function packing(): Promise<{ clientId: number; id: number }> {
  const id = await keeper.packing();
  return { clientId: keeper.clientId, id };
}

const inputsOfStaff = () => staffCallInputs({ app, mail, staff, provider, client, clientId, anotherOrder, packing });

const inputOf = (name: string) => (INPUTS[name] ?? inputsOfStaff()[name] ?? staffInputs(app, mail)[name])?.();
const origin = () => app.server.deps.config.PUBLIC_URL;

async function clientId(): Promise<number> {
  const { body } = await staff(listClients, { query: { filter: { search: client.username } } });
  return body.results[0]?.client_id ?? 0;
}

test('every declared call has a valid input in this test', () => {
  expect(Object.keys(INPUTS).sort()).toEqual(Object.keys(contract).sort());
  expect(Object.keys({ ...inputsOfStaff(), ...staffInputs(app, mail) }).sort()).toEqual(
    Object.keys(staffContract).sort(),
  );
});

const calls = [...Object.entries(contract), ...Object.entries(staffContract)];

// First, because the other calls publish terms and end sessions.
test.each(calls.filter(([, { audit, method }]) => method !== 'GET' && audit === null))(
  '%s adds nothing to the audit trail, and changes no row',
  async (name, endpoint) => {
    const input = await inputOf(name);
    const before = await rowVersions(app);
    // In the background, because other calls record the use of their session.
    const headers = { 'x-api-key': PROVIDER_KEY, origin: origin(), [BACKGROUND_HEADER]: '1' };
    const answer = await app.call(endpoint, { token: client.token, ...input, headers });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(changedTables(before, await rowVersions(app))).toEqual([]);
  },
);

test.each(calls)(
  '%s returns its declared shape, and leaves exactly its row in the audit trail, without a secret or personal data, and shows only the data that it declares',
  async (name, endpoint) => {
    const input = await inputOf(name);
    const before = (await auditedActions(app)).length;
    const token = endpoint.access === 'provider' ? readers.admin : client.token;
    const begun = minuteNow();
    const call = () => app.call(endpoint, { token, ...input, headers: { origin: origin() } });
    const answer = await whileBlocked(app, name, call);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (endpoint.reply) expect(z.safeParse(endpoint.reply, answer.body).error).toBeUndefined();
    else expect(answer.headers.get('content-type')).toContain(endpoint.produces);
    expect(await auditedActions(app, before)).toEqual(endpoint.audit ? [endpoint.audit] : []);
    if (name in staffContract) expect(await companyFault(app, name, endpoint)).toBeNull();
    expect(await leakedTexts(app, before, [input?.body, endpoint.audit && answer.body])).toEqual([]);
    expect(await unnamedChanges(app)).toEqual([]);
    if (endpoint.audit && !ACTS.has(name)) expect(await recordedAgain(app, begun, call), 'the same call').toEqual([]);
    if (endpoint.access === 'public' || name in staffContract)
      expect(undeclared(endpoint, await readers.read(name, input, answer, full))).toEqual([]);
    // A call that ends the session is followed by a new login.
    if (name === 'logout') client = { ...client, ...(await createPopulatedClient(app, mail, 'formasdos')) };
  },
);
