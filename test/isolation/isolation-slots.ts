import { contract } from '#shared/contract.ts';
import { addDays, localDay } from '#shared/kit/days.ts';
import type { AnyEndpoint, Method } from '#shared/kit/http/endpoint.ts';
import { staffContract } from '#shared/staff-contract.ts';
import { workingDay } from '#test/app/working-day.ts';
import type { FullClient } from '#test/fixtures/full-client-factory.ts';
import { shipment } from '#test/fixtures/order-factory.ts';
import { contractFields } from '#test/sources/contract-fields.ts';
import { markerAddress, markerEdit, markerOrder, markerPreset, markerProduct } from './marker-factory.ts';

/** A kind of id that a client's rows have. */
export type IdKind = keyof FullClient['ids'];

/** An id in a request. */
export type Id = string | number;

/** A field of a request that can contain an id of another client. */
export interface IdSlot {
  call: string;
  /** Named as in `contractFields`. */
  field: string;
  /** Kinds of ids to try in the field. */
  kinds: readonly IdKind[];
  /** Builds the request with an id in this field; all other values are the caller's own and valid. */
  request(me: FullClient, id: Id): SlotRequest;
  /** Expected status; for a search, an empty result is enough. */
  status?: number;
  /** A foreign id authorises access by itself, so it can't be treated as unknown: the test only expects a refusal. */
  capabilityUrl?: true;
}

export interface SlotRequest {
  method: Method;
  path: string;
  body?: object;
}

const ALL: readonly IdKind[] = [
  'product',
  'address',
  'preset',
  'printConfig',
  'order',
  'tracking',
  'shipment',
  'label',
  'batch',
  'payment',
  'packing',
  'request',
  'reschedule',
  'note',
  'attempt',
  'preference',
  'statesToken',
  'picture',
  'sku',
  'barcode',
  'username',
  'word',
  'user',
  'passkey',
  'invitation',
  'session',
  'pending',
];

/** Ids that a search text may contain. */
const SEARCHED_KINDS: readonly IdKind[] = ['word', 'tracking', 'label', 'order', 'sku', 'barcode', 'payment'];

/** Unused ids of the same form. */
export const UNKNOWN: Record<IdKind, Id> = {
  product: 123_456_789,
  address: 123_456_789,
  preset: 123_456_789,
  printConfig: 123_456_789,
  order: 123_456_789,
  shipment: 123_456_789,
  pending: 123_456_789,
  passkey: 123_456_789,
  user: 123_456_789,
  invitation: 123_456_789,
  session: '00000000-0000-4000-8000-000000000000',
  batch: 123_456_789,
  payment: 123_456_789,
  packing: 123_456_789,
  request: 123_456_789,
  reschedule: 123_456_789,
  note: 123_456_789,
  tracking: '7K3MQ9XW2R0',
  label: '7K3MQ9XW2R0-1',
  attempt: '10999999999',
  preference: '1234-x',
  statesToken: '0'.repeat(40),
  picture: '/api/v1/public/label/x.png',
  sku: 'SKU-canario0',
  username: 'canario0',
  word: 'canario0',
  barcode: 'BC-SKU-CANARIO0',
};

/** Valid bodies, so that only an id can be the reason of a refusal. */
const RIGHT: Record<string, (me: FullClient) => object> = {
  updateProduct: ({ marker }) => markerProduct(marker, 'ROBO'),
  blockUser: () => ({ reason: 'Deuda vencida' }),
  updateSenderAddress: ({ marker }) => markerAddress(marker),
  updatePackagePreset: ({ marker }) => markerPreset(`${marker} robo`),
  savePrintConfig: () => ({ default_format: 'zpl', default_label_size: 1, labels_per_page: 1 }),
  requestModification: ({ marker }) => markerEdit(marker),
  quoteModification: ({ marker }) => markerEdit(marker),
  decideModification: () => ({ approved: false, reason: 'Robo' }),
  assignQueueItem: () => ({ staff_id: null, instead_of: null }),
  snoozeQueueItem: () => ({ until: workingDay() }),
  requestReschedule: () => ({ date: workingDay(), note: 'Robo' }),
  decideReschedule: () => ({ approved: false, reason: 'Robo' }),
  addOrderNote: () => ({ text: 'Robo' }),
  closePaymentCase: () => ({ attention: '', reason: 'Robo' }),
  cancelFulfillment: () => ({ reason: 'Robo' }),
  changeUserRole: () => ({ role: 'viewer' }),
  snoozePending: () => ({ until: addDays(localDay(new Date()), 1) }),
};

/** The caller's own path parameters. */
const OWN: Record<string, (me: FullClient) => Id> = {
  'readOrder :id': ({ ids }) => ids.tracking,
  'readOrderStates :id': ({ ids }) => ids.tracking,
  'readShipment :id': ({ ids }) => ids.shipment,
  'readBatch :id': ({ ids }) => ids.batch,
  'listBatchLogs :id': ({ ids }) => ids.batch,
  'exportFailedRows :id': ({ ids }) => ids.batch,
  'readModification :id': ({ ids }) => ids.request,
  'showRequestedChanges :id': ({ ids }) => ids.request,
  'readReschedule :id': ({ ids }) => ids.reschedule,
  'readStaffPayment :id': ({ ids }) => ids.payment,
  'listQueue :queue': () => 'modifications',
  'assignQueueItem :queue': () => 'incidents',
  'snoozeQueueItem :queue': () => 'incidents',
  'clientFulfillment :id': ({ ids }) => ids.packing,
  'prepareFulfillment :id': ({ ids }) => ids.packing,
  'labelFulfillment :id': ({ ids }) => ids.packing,
  'orderLabels :id': ({ ids }) => ids.tracking,
  'orderLabels :orderId': ({ marker }) => marker,
  'shipmentLabel :id': ({ ids }) => ids.label,
  'shipmentLabel :shipmentId': ({ ids }) => ids.label,
};

const calls: Record<string, AnyEndpoint> = { ...contract, ...staffContract };

/** Returns the path of a call with the caller's own ids; `values` replace them. */
export function ownPath(call: string, me: FullClient, values: Record<string, Id> = {}): string {
  const { path } = calls[call] as AnyEndpoint;
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const own = name === 'clientId' ? me.clientId : OWN[`${call} :${name}`]?.(me);
    return encodeURIComponent(values[name] ?? own ?? '');
  });
  return `/api${filled}`;
}

const methodOf = (call: string) => (calls[call] as AnyEndpoint).method;

/** Every id of a path, each with the caller's own ids around it. */
const paths = contractFields()
  .filter(({ call, field }) => field.startsWith(':') && isAbout(call) && field !== ':clientId')
  .map(({ call, field }): IdSlot => {
    const request = (me: FullClient, id: Id) => {
      const asked = { method: methodOf(call), path: ownPath(call, me, { [field.slice(1)]: id }) };
      return asked.method === 'GET' ? asked : { ...asked, body: RIGHT[call]?.(me) ?? {} };
    };
    return { call, field, kinds: ALL, status: 404, request };
  });

/** Returns whether a call is a client's, or the provider's about one client. */
function isAbout(call: string): boolean {
  const { access, path } = calls[call] as AnyEndpoint;
  if (access === 'provider' || access === 'staff') return path.includes(':clientId');
  return access !== 'public';
}

/** Every key of every query; a search must not find rows of other clients. */
const queries = contractFields()
  .filter(({ call, field }) => field.startsWith('?') && isAbout(call) && call !== 'changeStream')
  .map(({ call, field }): IdSlot => {
    const request = (me: FullClient, value: Id) => ({
      method: methodOf(call),
      path: `${ownPath(call, me)}?${field.slice(1)}=${encodeURIComponent(value)}`,
    });
    return { call, field, kinds: SEARCHED_KINDS, request };
  });

const body = (
  call: string,
  field: string,
  kinds: readonly IdKind[],
  make: (me: FullClient, id: Id) => object,
  more: Partial<IdSlot> = {},
): IdSlot => {
  const request = (me: FullClient, id: Id) => ({ method: methodOf(call), path: ownPath(call, me), body: make(me, id) });
  return { call, field, kinds, status: 404, request, ...more };
};

const withItem = (marker: string, product_id: Id) =>
  markerOrder(marker, { shipments: [shipment(), shipment({ items: [{ product_id, quantity: 1 }] })] });
const withAddress = (marker: string, id: Id) => markerOrder(marker, { pickup_address_id: id });

/** Ids in bodies, in lists together with the caller's own ids. */
const bodies: IdSlot[] = [
  body('createOrder', 'pickup_address_id', ['address', 'product'], ({ marker }, id) => withAddress(marker, id)),
  body('createOrder', 'shipments[].items[].product_id', ['product'], ({ marker }, id) => withItem(marker, id)),
  body('openManifest', 'address_id', ['address'], (_, id) => ({ address_id: id })),
  body('createPayment', 'orders[]', ['order', 'tracking'], ({ ids }, id) => ({ orders: [ids.tracking, id] })),
  ...['batchShipmentLabels', 'batchShipmentZpl'].map((call) =>
    body(call, 'shippings_id[]', ['shipment', 'label'], ({ ids }, id) => ({ shippings_id: [ids.label, id] })),
  ),
  ...['batchOrderLabels', 'batchOrderZpl'].map((call) =>
    body(call, 'orders_id[]', ['order', 'tracking'], ({ ids }, id) => ({ orders_id: [ids.order, id] })),
  ),
  body('labelToZpl', 'png_label', ['picture'], (_, id) => picture(id), { capabilityUrl: true }),
  body(
    'labelsToZpl',
    'labels[].png_label',
    ['picture'],
    ({ ids }, id) => ({ labels: [picture(ids.picture), picture(id)] }),
    { capabilityUrl: true },
  ),
  body('readFulfillment', 'referencia', ['packing', 'order', 'tracking'], (_, id) => ({ referencia: String(id) })),
  body('stockLots', 'sku', ['sku', 'barcode'], (_, sku) => ({ sku })),
  ...['listStock', 'exportStock'].flatMap((call) =>
    ['articulo', 'descripcionArticulo'].map((key) =>
      body(call, key, ['sku', 'barcode', 'word'], (_, text) => ({ [key]: text }), { status: 200 }),
    ),
  ),
  // Accepted in the body and ignored (readings S2).
  ...['listStock', 'exportStock', 'listFulfillment', 'exportFulfillment', 'stockLots', 'readFulfillment'].map((call) =>
    body(
      call,
      'logonName',
      ['username'],
      ({ ids }, logonName) => ({ logonName, sku: ids.sku, referencia: String(ids.packing) }),
      { status: 200 },
    ),
  ),
  body('prepareFulfillment', 'items[].sku', ['sku', 'barcode'], (_, sku) => ({ items: [{ sku, quantity: 1 }] }), {
    status: 422,
  }),
  body('setShelf', 'sku', ['sku', 'barcode'], (_, sku) => ({ sku, shelf: 'Z-9' }), { status: 422 }),
  body('labelFulfillment', 'labels[]', ['label'], (_, label) => ({ labels: [label] }), { status: 422 }),
];

function picture(png_label: Id) {
  return { png_label: String(png_label), fo_x: 0, fo_y: 0 };
}

/** Two ids of one row in a path, or three of one payment: consistent, but of another client. */
export const COMBINED_IDS: readonly { name: string; path(of: FullClient['ids']): string }[] = [
  { name: 'orderLabels', path: ({ tracking, word }) => `/api/v1/client/order/print/${tracking}/${word}.pdf` },
  { name: 'shipmentLabel', path: ({ shipment: id, label }) => `/api/v1/client/shipping/print/${id}/${label}.pdf` },
  {
    name: 'paymentResult',
    path: ({ payment, attempt, preference }) =>
      `/api/v1/client/merchant_order/result?external_reference=${payment}&payment_id=${attempt}&preference_id=${preference}`,
  },
];

/** All fields of all calls. */
export const ID_SLOTS: readonly IdSlot[] = [...paths, ...queries, ...bodies];
