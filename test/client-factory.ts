import { saveMapping } from '#shared/bulk/batches.ts';
import { createPayment } from '#shared/money/payments.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { createProduct } from '#shared/orders/product/new-product.ts';
import { createPackagePreset } from '#shared/orders/product/package-presets.ts';
import { listSenderAddresses, readPrintConfig, updateSenderAddress } from '#shared/people/account.ts';
import { saveBuyerContact } from '#shared/people/buyer-contact.ts';
import { changeClient } from '#shared/people/staff-clients.ts';
import { operatorFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { recordReceipts } from '#shared/warehouse/staff-stock.ts';
import { bulkCells, bulkMapping, bulkText, finished, upload } from './bulk-file-factory.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import {
  markerAddress,
  markerContact,
  markerOrder,
  markerPreset,
  markerProduct,
  markerRegistration,
} from './marker-factory.ts';
import { createOperatorClient } from './operator-client.ts';
import { shipment } from './order-factory.ts';
import { type Sender, signUp } from './sender-factory.ts';
import type { TestApp } from './test-app.ts';

/** A client with one row of every kind that has an id. */
export interface PopulatedClient extends Sender {
  clientId: number;
  ids: {
    product: number;
    address: number;
    preset: number;
    printConfig: number;
    order: number;
    tracking: string;
    shipment: number;
    label: string;
    batch: number;
  };
  /** A word that occurs in all texts of this client and nowhere else. */
  marker: string;
}

/** Uploads a file whose single row fails, and stores the client's mapping for its own files. */
async function addBatch(app: TestApp, token: string, marker: string): Promise<number> {
  const file = bulkText([bulkCells(1, { nro_orden: marker, nombre: marker, email: marker, sku: marker })]);
  const { body } = await upload(app, token, file, { name: `${marker}.csv` });
  const mapping = bulkMapping();
  await app.call(saveMapping, { token, body: { ...mapping, headers: [...mapping.headers, marker] } });
  await finished(app, token, body.results.id);
  return body.results.id;
}

/** Registers a client and creates a product, an order with a shipment, and related rows. */
export async function createPopulatedClient(
  app: TestApp,
  mail: FakeMailServer,
  marker: string,
): Promise<PopulatedClient> {
  const sender = await signUp(app, mail, markerRegistration(marker));
  const { token, username } = sender;
  const [found] = await app.owner<{ client_id: number }>('SELECT client_id FROM users WHERE username = $1', [username]);
  const product = await app.call(createProduct, { token, body: markerProduct(marker) });
  const addresses = await app.call(listSenderAddresses, { token });
  const address = addresses.body.results[0]?.id ?? 0;
  await app.call(updateSenderAddress, { token, params: { id: address }, body: markerAddress(marker) });
  await app.call(saveBuyerContact, { token, body: markerContact(marker) });
  const preset = await app.call(createPackagePreset, { token, body: markerPreset(marker) });
  const config = await app.call(readPrintConfig, { token });
  const order = await app.call(createOrder, { token, body: markerOrder(marker, { order_id: marker }) });
  const tracking = order.body.results.tracking_id;
  const [shipment] = await app.owner<{ id: number; label: string }>(
    'SELECT id, label FROM shipments WHERE label = $1',
    [`${tracking}-1`],
  );
  const batch = await addBatch(app, token, marker);
  return {
    ...sender,
    clientId: found?.client_id ?? 0,
    marker,
    ids: {
      product: product.body.results.id,
      address,
      // In strict mode there are no presets.
      preset: preset.body.results?.id ?? 0,
      printConfig: config.body.id,
      order: order.body.results.id,
      tracking,
      shipment: shipment?.id ?? 0,
      label: shipment?.label ?? '',
      batch,
    },
  };
}

/** A client with prepaid orders. */
export interface PrepaidClient extends PopulatedClient {
  /** Creates an unpaid order. @returns its tracking id */
  order(): Promise<string>;
  /** Starts the payment of a new order, or of the given ones. @returns its id */
  pay(...orders: string[]): Promise<number>;
}

/** Creates a populated client with the rows of prepaid clients; the app must have payments enabled. */
export async function createPrepaidClient(app: TestApp, mail: FakeMailServer, marker: string): Promise<PrepaidClient> {
  return asPrepaid(app, await createPopulatedClient(app, mail, marker));
}

/** Enables prepaid orders for a client. */
export async function asPrepaid<C extends PopulatedClient>(app: TestApp, client: C): Promise<C & PrepaidClient> {
  const { token, clientId, marker } = client;
  await createOperatorClient(app)(changeClient, { params: { clientId }, body: { prepago: true } });
  const order = async () => {
    const { body } = await app.call(createOrder, { token, body: markerOrder(marker) });
    return body.results.tracking_id;
  };
  const pay = async (...orders: string[]) => {
    const chosen = orders.length > 0 ? orders : [await order()];
    const { status, body } = await app.call(createPayment, { token, body: { orders: chosen } });
    if (status !== 200) throw new Error(`the payment was refused: ${status} ${body.message}`);
    return body.results.id;
  };
  return { ...client, order, pay };
}

/** A client whose goods are in the provider's warehouse. */
export interface StockedClient extends PopulatedClient {
  /** Creates an order of the client's product, which is always in stock. @returns the id of its fulfillment order */
  packing(): Promise<number>;
}

/** Creates a populated client with the rows of fulfillment clients. */
export async function createStockedClient(app: TestApp, mail: FakeMailServer, marker: string): Promise<StockedClient> {
  return asStocked(app, await createPopulatedClient(app, mail, marker));
}

/** Enables fulfillment for a client and adds its product to the warehouse. */
async function asStocked<C extends PopulatedClient>(app: TestApp, client: C): Promise<C & StockedClient> {
  const { token, ids, marker, clientId } = client;
  const operator = createOperatorClient(app);
  await operator(changeClient, { params: { clientId }, body: { fulfillment: true } });
  const days = { expiry: '2099-12-31', criticality: '2020-01-01' };
  const receipt = { receipt_id: marker, sku: `SKU-${marker}`, description: marker, lot: `L-${marker}`, units: 1000 };
  await operator(recordReceipts, { params: { clientId }, body: { receipts: [{ ...receipt, ...days }] } });
  const packing = async () => {
    const items = [{ product_id: ids.product, quantity: 2 }];
    const body = markerOrder(marker, { delivery_mode: 3, shipments: [shipment({ items })] });
    const order = await app.call(createOrder, { token, body });
    if (order.status !== 200) throw new Error(`the order was refused: ${order.status} ${order.body.message}`);
    const { tracking_id } = order.body.results;
    const query = { limit: 1000, filter: { client: String(clientId) } };
    const { body: list } = await operator(operatorFulfillments, { query });
    return list.results.find((one) => one.tracking_id === tracking_id)?.id ?? 0;
  };
  return { ...client, packing };
}
