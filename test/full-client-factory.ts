import { batchShipmentLabels } from '#shared/orders/labels.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { createOrder } from '#shared/orders/new-order.ts';
import { readOrder } from '#shared/orders/orders.ts';
import { listPending } from '#shared/orders/pending.ts';
import { requestReschedule } from '#shared/orders/reschedules.ts';
import { REVERSE_MODE } from '#shared/orders/rules/delivery-modes.ts';
import { correctEvent, recordEvents } from '#shared/orders/staff-events.ts';
import { cancelManifest, openManifest } from '#shared/orders/staff-manifests.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import { decideReschedule } from '#shared/orders/staff-reschedules.ts';
import { requestEmailChange } from '#shared/people/email-change.ts';
import { listPasskeys } from '#shared/people/passkeys.ts';
import { changeClient } from '#shared/people/staff-clients.ts';
import { addOrderNote } from '#shared/people/staff-notes.ts';
import { acceptInvitation } from '#shared/people/team.ts';
import { cancelFulfillment, labelFulfillment, prepareFulfillment } from '#shared/warehouse/staff-fulfillment.ts';
import { clientStock, recordCounts, setShelf } from '#shared/warehouse/staff-stock.ts';
import { readStockReturn, recordStockReturn } from '#shared/warehouse/staff-stock-return.ts';
import { finished, upload } from './bulk-file-factory.ts';
import { asPrepaid, createStockedClient, type PrepaidClient, type StockedClient } from './client-factory.ts';
import { setUpFactor } from './factor-fixture.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import { type FakePaymentServer, notificationOf } from './fake-payment-server.ts';
import { markerEdit, markerOrder } from './marker-factory.ts';
import { createOperatorClient } from './operator-client.ts';
import { addPasskey } from './passkey-fixture.ts';
import { parcelEvent, RETURNED } from './provider-client.ts';
import { sessionIdOf } from './session-inputs.ts';
import { acceptance, invitationOf, invite, mailAbout, userOf } from './team-factory.ts';
import type { TestApp } from './test-app.ts';
import { workingDay } from './working-day.ts';

/** Ids of a full client besides those of a populated one. */
interface FullClientIds {
  /** The states token of its order. */
  statesToken: string;
  /** A signed URL of its label's image. */
  picture: string;
  /** An open payment, its checkout, and the attempt of another payment. */
  payment: number;
  preference: string;
  attempt: string;
  /** A fulfillment order that waits for its preparation. */
  packing: number;
  /** A pending modification request, and one for another day of delivery. */
  request: number;
  reschedule: number;
  /** A note of the staff about its order. */
  note: number;
  sku: string;
  barcode: string;
  username: string;
  /** A second user with an open session and a passkey, and an open invitation. */
  user: number;
  passkey: number;
  session: string;
  invitation: number;
  /** An item that requires action: the rejected modification. */
  pending: number;
  /** The client's own word. */
  word: string;
}

/** A client with rows of every kind, and its marker in every text that the product stores about it. */
export interface FullClient extends PrepaidClient, StockedClient {
  ids: PrepaidClient['ids'] & FullClientIds;
  /** Texts that identify this client: its marker, and the random ids of its rows. */
  marks: string[];
}

interface ClientFactoryDeps {
  app: TestApp;
  mail: FakeMailServer;
  payments: FakePaymentServer;
}

/**
 * Registers a full client and performs the actions of clients and of the provider. The app must have payments enabled.
 */
export async function createFullClient(around: ClientFactoryDeps, marker: string): Promise<FullClient> {
  const { app, mail } = around;
  const keeper = await createStockedClient(app, mail, marker);
  const { clientId } = keeper;
  await createOperatorClient(app)(changeClient, { params: { clientId }, body: { logistica_inversa: true } });
  await app.call(createOrder, { token: keeper.token, body: markerOrder(marker, { delivery_mode: REVERSE_MODE }) });
  await ownFile(app, keeper);
  await listParcels(app, keeper);
  await returnToStock(app, keeper);
  const packing = await workAtWarehouse(app, keeper);
  const request = await moveParcels(app, keeper);
  const reschedule = await rescheduleParcels(app, keeper);
  const note = await noteOrder(app, keeper);
  const client = await asPrepaid(app, keeper);
  const attempt = await payOnce(around, client);
  const payment = await client.pay();
  return complete(app, client, {
    packing,
    request,
    reschedule,
    note,
    attempt,
    payment,
    ...(await gatherTeam(app, mail, client)),
  });
}

/** Creates an order with an idempotency key, and another one from a mapped file. */
async function ownFile(app: TestApp, { token, marker }: StockedClient): Promise<void> {
  const headers = { 'idempotency-key': `clave-${marker}` };
  await app.call(createOrder, { token, headers, body: markerOrder(marker) });
  const { body } = await upload(app, token, `Pedido;${marker}\r\n${marker}-propio;x\r\n`, {
    name: `${marker}-propio.csv`,
  });
  await finished(app, token, body.results.id);
}

/** Prints a parcel, and opens two manifests of it, of which the first is cancelled. */
async function listParcels(app: TestApp, { token, clientId, marker, ids }: StockedClient): Promise<void> {
  const operator = createOperatorClient(app);
  const { body } = await app.call(createOrder, { token, body: markerOrder(marker) });
  await app.call(batchShipmentLabels, { token, body: { shippings_id: [`${body.results.tracking_id}-1`] } });
  const place = { params: { clientId }, body: { address_id: ids.address } };
  const { number } = (await operator(openManifest, place)).body.results;
  await operator(cancelManifest, { params: { number }, body: { reason: marker } });
  const again = await operator(openManifest, place);
  if (again.status !== 200) throw new Error(`no manifest: ${JSON.stringify(again.body)}`);
}

/** Labels one order and cancels another in the warehouse, and counts and places its goods. @returns the id of a waiting one */
async function workAtWarehouse(app: TestApp, { clientId, marker, packing }: StockedClient): Promise<number> {
  const operator = createOperatorClient(app);
  const [waiting, labelled, cancelled] = [await packing(), await packing(), await packing()];
  await operator(prepareFulfillment, { params: { clientId, id: labelled }, body: {} });
  await operator(labelFulfillment, { params: { clientId, id: labelled }, body: {} });
  await operator(cancelFulfillment, { params: { clientId, id: cancelled }, body: { reason: marker } });
  const params = { clientId };
  for (const { sku, lot, units } of (await operator(clientStock, { params })).body.results) {
    const count = { count_id: `${marker}-${lot}`, sku, lot, expected: units, counted: units + 1, reason: marker };
    const { body } = await operator(recordCounts, { params, body: { counts: [count] } });
    if (body.results[0]?.result !== 'recorded') throw new Error(`not counted: ${JSON.stringify(body)}`);
    await operator(setShelf, { params, body: { sku, shelf: marker } });
  }
  return waiting;
}

/** Returns a parcel of the warehouse, and puts one of its units back into stock. */
async function returnToStock(app: TestApp, { clientId, marker, packing }: StockedClient): Promise<void> {
  const operator = createOperatorClient(app);
  const prepared = await operator(prepareFulfillment, { params: { clientId, id: await packing() }, body: {} });
  const label = prepared.body.results.shipments[0]?.shipment_id ?? '';
  const events = RETURNED.map((state, index) =>
    parcelEvent(label, state, new Date(Date.now() + index), { reason: marker }),
  );
  await operator(recordEvents, { body: { events } });
  const params = { label };
  const [lot] = (await operator(readStockReturn, { params })).body.results.lots;
  const units = [{ sku: lot?.sku ?? '', lot: lot?.lot ?? '', units: 1 }];
  const { status, body } = await operator(recordStockReturn, { params, body: { units, note: marker } });
  if (status !== 200) throw new Error(`not returned: ${JSON.stringify(body)}`);
}

/** Moves parcels and requests changes, two of which are decided. @returns the id of the other request */
async function moveParcels(app: TestApp, { token, clientId, marker }: StockedClient): Promise<number> {
  const operator = createOperatorClient(app);
  const collected = async () => {
    const { body } = await app.call(createOrder, { token, body: markerOrder(marker) });
    const { tracking_id } = body.results;
    const happened = ['retirado', `Extraviado ${marker}`].map((state, index) =>
      parcelEvent(`${tracking_id}-1`, state, new Date(Date.now() + index), {
        event_id: `${marker}-${tracking_id}-${index}`,
        reason: marker,
      }),
    );
    const reply = await operator(recordEvents, { body: { events: happened, accept_unknown: true } });
    if (reply.body.recorded !== happened.length) throw new Error(`not recorded: ${JSON.stringify(reply.body)}`);
    const wrong = happened[1] as (typeof happened)[number];
    const corrected = await operator(correctEvent, {
      params: { label: wrong.shipment_id },
      body: {
        corrects: wrong.event_id,
        event_id: `${wrong.event_id}-c`,
        state: wrong.state,
        accept_unknown: true,
        correction_reason: marker,
      },
    });
    if (corrected.status !== 200) throw new Error(`not corrected: ${JSON.stringify(corrected.body)}`);
    const params = { id: tracking_id };
    const asked = await app.call(requestModification, { token, params, body: markerEdit(marker) as never });
    if (asked.status !== 200) throw new Error(`the modification request was refused: ${JSON.stringify(asked.body)}`);
    return asked.body.results.id;
  };
  const [rejected, approved, waiting] = [await collected(), await collected(), await collected()];
  await operator(decideModification, { params: { clientId, id: rejected }, body: { approved: false, reason: marker } });
  await operator(decideModification, { params: { clientId, id: approved }, body: { approved: true } });
  return waiting;
}

/** Asks for another day for two failed parcels, one of which is decided. @returns the id of the other request */
async function rescheduleParcels(app: TestApp, { token, clientId, marker }: StockedClient): Promise<number> {
  const operator = createOperatorClient(app);
  const failed = async () => {
    const { body } = await app.call(createOrder, { token, body: markerOrder(marker) });
    const label = `${body.results.tracking_id}-1`;
    await operator(recordEvents, { body: { events: [parcelEvent(label, 'demorado', new Date())] } });
    const asked = { params: { id: label }, body: { date: workingDay(), note: marker } };
    return (await app.call(requestReschedule, { token, ...asked })).body.results.id;
  };
  const [decided, waiting] = [await failed(), await failed()];
  await operator(decideReschedule, { params: { clientId, id: decided }, body: { approved: false, reason: marker } });
  return waiting;
}

/** Adds a note of the staff about the client's order. @returns its id */
async function noteOrder(app: TestApp, { marker, ids }: StockedClient): Promise<number> {
  const { body } = await createOperatorClient(app)(addOrderNote, {
    params: { id: ids.tracking },
    body: { text: marker },
  });
  return body.results.id;
}

/** Pays an order, with a notification of the provider. @returns the id of the attempt */
async function payOnce({ app, mail, payments }: ClientFactoryDeps, client: PrepaidClient): Promise<string> {
  const reference = await client.pay();
  const { id } = payments.pay(reference, 'approved');
  const { path, init } = notificationOf(id);
  await app.fetch(path, init);
  await mailAbout(mail, client.email, 'Confirmamos tu pago');
  return String(id);
}

/** Adds a second user, who changes the e-mail and has a passkey, and an open invitation. @returns their ids */
async function gatherTeam(app: TestApp, mail: FakeMailServer, { token, marker }: PrepaidClient) {
  const email = `equipo.${marker}@example.com`;
  const names = { username: `equipo.${marker}`, first_name: marker, last_name: marker };
  const accepted = acceptance(await invite(app, mail, { token }, { email }), names);
  const joined = await app.call(acceptInvitation, { body: accepted });
  const user = await userOf(app, { token }, email);
  const change = { email: `nuevo.${marker}@example.com`, currentPassword: accepted.password };
  await app.call(requestEmailChange, { token: joined.body.token, body: change });
  const invited = `invitado.${marker}@example.com`;
  await invite(app, mail, { token }, { email: invited });
  const invitation = await invitationOf(app, { token }, invited);
  const own = { token: joined.body.token, password: accepted.password };
  await setUpFactor(app, own);
  await addPasskey(app, own.token, marker);
  const passkeys = await app.call(listPasskeys, own);
  const passkey = passkeys.body.results[0]?.id ?? 0;
  return { user: user?.id ?? 0, passkey, session: sessionIdOf(joined.body.token), invitation: invitation?.id ?? 0 };
}

async function complete<C extends PrepaidClient & StockedClient>(
  app: TestApp,
  client: C,
  known: Pick<
    FullClientIds,
    | 'packing'
    | 'request'
    | 'reschedule'
    | 'note'
    | 'attempt'
    | 'payment'
    | 'user'
    | 'passkey'
    | 'session'
    | 'invitation'
  >,
): Promise<FullClient> {
  const { token, clientId, marker, username, ids } = client;
  const { body } = await app.call(readOrder, { token, params: { id: ids.tracking } });
  const { states_token, print_png_url } = body.results;
  const items = await app.call(listPending, { token, query: { kind: 'modification_rejected' } });
  const [found] = await app.owner<{ trackings: string[]; preferences: string[]; preference: string }>(
    `SELECT (SELECT array_agg(tracking_id) FROM orders WHERE client_id = $1) AS trackings,
       (SELECT array_agg(preference_id) FROM merchant_orders WHERE client_id = $1) AS preferences,
       (SELECT preference_id FROM merchant_orders WHERE client_id = $1 AND id = $2) AS preference`,
    [clientId, known.payment],
  );
  const { trackings = [], preferences = [], preference = '' } = found ?? {};
  const own = {
    statesToken: states_token,
    picture: print_png_url ?? '',
    preference,
    sku: `SKU-${marker}`,
    barcode: `BC-SKU-${marker}`.toUpperCase(),
    word: marker,
    pending: items.body.results[0]?.id ?? 0,
  };
  return {
    ...client,
    ids: { ...ids, ...known, ...own, username },
    marks: [marker, states_token, known.attempt, ...trackings, ...preferences],
  };
}
