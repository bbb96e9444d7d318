import { localDay } from '#shared/kit/days.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { closePaymentCase } from '#shared/money/staff-payments.ts';
import { listQueue } from '#shared/orders/staff-queues.ts';
import { register } from '#shared/people/registration.ts';
import { approveFactorRecovery, requestFactorRecovery } from '#shared/people/second-factor/staff-factor-recovery.ts';
import { listClientUsers } from '#shared/people/staff-client-users.ts';
import { approveClient, listClients } from '#shared/people/staff-clients.ts';
import { addClientNote } from '#shared/people/staff-notes.ts';
import { addHoliday } from '#shared/provider/staff-holidays.ts';
import { createKey } from '#shared/provider/staff-keys.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { workingDay } from '#test/app/working-day.ts';
import { type ProviderClient, providerEvent } from '#test/callers/provider-client.ts';
import type { createStaffClient } from '#test/callers/staff-client.ts';
import type { PopulatedClient } from '#test/fixtures/client-factory.ts';
import { setUpFactor } from '#test/fixtures/factor-fixture.ts';
import { registrationForm, signUp } from '#test/fixtures/sender-factory.ts';
import { hire, terminalToken } from '#test/fixtures/staff-fixture.ts';
import { addUser } from '#test/fixtures/team-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';
import { collectionInputs } from './collection-inputs.ts';
import { requestInputs } from './request-inputs.ts';
import { settingsInputs } from './settings-inputs.ts';
import { warehouseInputs } from './warehouse-inputs.ts';

type Input = CallInput<AnyEndpoint>;

/** What the inputs of the provider's calls refer to. */
export interface StaffCallWorld {
  app: TestApp;
  mail: FakeMailServer;
  staff: ReturnType<typeof createStaffClient>;
  provider: ProviderClient;
  client: PopulatedClient;
  clientId: () => Promise<number>;
  /** Creates a separate order of one shipment, so that calls don't affect each other. */
  anotherOrder: () => Promise<{ tracking: string; label: string }>;
  /** Creates a fulfillment order that isn't prepared yet. */
  packing: () => Promise<{ clientId: number; id: number }>;
}

/** Returns valid inputs of the provider's calls, by name. */
export function staffCallInputs(world: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  const { app, staff, provider, client, clientId, anotherOrder } = world;
  /** Delays a shipment. @returns its id */
  const incident = async () => {
    const { label } = await anotherOrder();
    await provider.sendEvents(providerEvent(label, 'demorado', new Date()));
    const { body } = await staff(listQueue, { params: { queue: 'incidents' }, query: { limit: '1000' } });
    return body.results.find(({ name }) => name === label)?.thing_id;
  };
  /** Inserts a payment that was paid twice. */
  const anotherPayment = async () => {
    const of = await clientId();
    const { tracking } = await anotherOrder();
    const [payment] = await app.owner<{ id: number }>(
      `WITH m AS (INSERT INTO merchant_orders (client_id, amount_cents, begun_by, attention, attention_at)
         SELECT client_id, 100, id, 'paid_twice', current_moment() FROM users WHERE client_id = $1 LIMIT 1 RETURNING id),
       l AS (INSERT INTO merchant_order_lines (client_id, merchant_order_id, n, order_pk, order_id, tracking_id, amount_cents)
         SELECT o.client_id, m.id, 1, o.id, o.order_id, o.tracking_id, 100 FROM orders o, m
         WHERE o.client_id = $1 AND o.tracking_id = $2)
       SELECT id FROM m`,
      [of, tracking],
    );
    return { clientId: of, id: payment?.id ?? 0 };
  };
  return {
    ...requestInputs(world),
    ...settingsInputs(world),
    recordEvents: async () => {
      const { label } = await anotherOrder();
      return { body: { events: [providerEvent(label, 'retirado', new Date()), { event_id: 7 }] } };
    },
    correctEvent: async () => {
      const { label } = await anotherOrder();
      const event = providerEvent(label, 'retirado', new Date());
      await provider.sendEvents(event);
      const body = { corrects: event.event_id, event_id: `${event.event_id}-c`, correction_reason: 'Otro envío' };
      return { params: { label }, body };
    },
    clientShipments: async () => ({
      params: { clientId: await clientId() },
      query: { limit: '2', filter: { live: '1' } },
    }),
    readStaffShipment: () => ({ params: { label: client.ids.label } }),
    searchShipments: () => ({ body: { text: client.ids.label } }),
    printShipmentPdf: async () => ({ params: { label: (await anotherOrder()).label } }),
    printShipmentZpl: async () => ({ params: { label: (await anotherOrder()).label } }),
    readShipmentOrder: () => ({ params: { label: client.ids.label } }),
    confirmMeasured: async () => {
      const { label } = await anotherOrder();
      const collected = providerEvent(label, 'retirado', new Date());
      await provider.sendEvents(collected, providerEvent(label, 'controlado', collected.at, { weight: 90_000 }));
      await app.owner('UPDATE shipments SET measured_doubt_at = current_moment() WHERE label = $1', [label]);
      const body = { weight: '90000', length: null, width: null, height: null };
      return { token: await terminalToken(app, await hire(app, world.mail, 'operations')), params: { label }, body };
    },
    readShipmentCost: () => ({ params: { label: client.ids.label } }),
    countQueues: () => ({}),
    listQueue: () => ({ params: { queue: 'incidents' }, query: { filter: { mine: '1' } } }),
    assignQueueItem: async () => ({
      params: { queue: 'incidents', clientId: await clientId(), id: await incident() },
      body: { staff_id: (await hire(app, world.mail, 'support')).id, instead_of: null },
    }),
    snoozeQueueItem: async () => ({
      params: { queue: 'incidents', clientId: await clientId(), id: await incident() },
      body: { until: workingDay() },
    }),
    readStaffPayment: async () => {
      const params = await anotherPayment();
      await staff(closePaymentCase, { params, body: { attention: '', reason: 'Se devolvió' } });
      return { params };
    },
    closePaymentCase: async () => ({ params: await anotherPayment(), body: { attention: '', reason: 'Se devolvió' } }),
    ...warehouseInputs(world),
    flaggedPayments: () => ({ query: { filter: { code: 'paid_twice' } } }),
    clientPayments: async () => ({ params: { clientId: await clientId() }, query: { limit: 1 } }),
    listCharges: () => ({ query: { limit: '1', filter: { month: localDay(new Date()).slice(0, 7) } } }),
    exportCharges: () => ({}),
    listClientCharges: async () => ({ params: { clientId: await clientId() }, query: { limit: '1' } }),
    exportClientCharges: async () => ({ params: { clientId: await clientId() } }),
    listClients: () => ({ query: { filter: { search: client.username } } }),
    exportClients: () => ({}),
    readClient: async () => ({ params: { clientId: await clientId() } }),
    readClientOverview: async () => ({ params: { clientId: await clientId() } }),
    changeClient: async () => ({ params: { clientId: await clientId() }, body: { fulfillment: true } }),
    ...collectionInputs(world),
    ...noteInputs(world),
    ...decisionInputs(world),
    ...personInputs(world),
    ...recoveryInputs(world),
    ...holidayInputs(world),
    listAllActivity: async () => ({ query: { limit: '3', filter: { client: String(await clientId()) } } }),
    exportAllActivity: () => ({}),
    listKeys: () => ({}),
    createKey: () => ({ body: { name: 'formas' } }),
    revokeKey: async () => {
      const { body } = await staff(createKey, { body: { name: 'de paso' } });
      return { params: { id: body.results.id } };
    },
  };
}

/** Inputs of the calls about holidays. */
function holidayInputs({ staff }: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  // Months ahead, so that no other input is about the day.
  let ahead = 90;
  const add = () => ({ body: { date: workingDay(ahead++), name: 'Puente' } });
  return {
    listHolidays: () => ({ query: { year: '2027' } }),
    readHolidayEffect: () => ({ params: { date: workingDay(80) } }),
    addHoliday: add,
    removeHoliday: async () => {
      const added = add();
      await staff(addHoliday, added);
      return { params: { date: added.body.date } };
    },
  };
}

/** Inputs of the calls of the staff's notes. */
function noteInputs({ staff, client, clientId }: StaffCallWorld): Record<string, () => Promise<Input>> {
  const body = { text: 'Llamó el comprador' };
  const ofClient = async () => ({ params: { clientId: await clientId() } });
  const ofOrder = async () => ({ params: { id: client.ids.tracking } });
  return {
    listClientNotes: ofClient,
    addClientNote: async () => ({ ...(await ofClient()), body }),
    listOrderNotes: ofOrder,
    addOrderNote: async () => ({ ...(await ofOrder()), body }),
    removeNote: async () => {
      const note = await staff(addClientNote, { ...(await ofClient()), body });
      return { params: { clientId: await clientId(), id: note.body.results.id } };
    },
  };
}

/** Inputs of the provider's decisions about a client and its users, each about another one. */
function decisionInputs({ app, staff, mail }: StaffCallWorld): Record<string, () => Promise<Input>> {
  /** Registers a client whose account isn't activated, and reads its ids. */
  const registered = async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    return ids(form.username);
  };
  const signedUp = async () => ids((await signUp(app, mail)).username);
  async function ids(username: string) {
    const { body } = await staff(listClients, { query: { filter: { search: username } } });
    const clientId = body.results[0]?.client_id;
    const users = await staff(listClientUsers, { params: { clientId } });
    return { clientId, id: users.body.results[0]?.id };
  }
  /** Reopens the decision about a registration. */
  const undecided = async (params: { clientId: unknown }) => {
    // A CUIT of its own, because others with the form's CUIT are approved.
    const text = 'UPDATE clients SET approved_at = NULL, cuit = right(client_id::text, 11) WHERE client_id = $1';
    await app.owner(text, [params.clientId]);
    return params;
  };
  const ofClient = async ({ clientId }: { clientId: unknown }) => ({ params: { clientId } });
  const body = { reason: 'Deuda vencida' };
  return {
    createClient: async () => {
      const { nombre, apellido, telefono, email, razon_social, nombre_empresa, username } = registrationForm();
      const owner = { nombre, apellido, telefono, email, username };
      const [row] = await app.owner<{ cuit: string }>('SELECT right(next_id()::text, 11) AS cuit');
      return { body: { ...owner, razon_social, nombre_empresa, cuit: row?.cuit } };
    },
    approveClient: async () => ({ ...(await ofClient(await undecided(await signedUp()))), body: { seen: 'pending' } }),
    undoRegistrationDecision: async () => {
      const params = await undecided(await signedUp());
      await staff(approveClient, { params: { clientId: params.clientId } });
      return ofClient(params);
    },
    rejectClient: async () => ({ ...(await ofClient(await undecided(await registered()))), body }),
    blockClient: async () => ({ ...(await ofClient(await signedUp())), body }),
    unblockClient: async () => ofClient(await signedUp()),
    endClientSessions: async () => ofClient(await signedUp()),
    correctClient: async () => ({ ...(await ofClient(await signedUp())), body: { nombre_empresa: 'Mates del Norte' } }),
    listClientUsers: async () => ofClient(await signedUp()),
    blockUser: async () => ({ params: await signedUp(), body }),
    unblockUser: async () => ({ params: await signedUp() }),
    endUserSessions: async () => ({ params: await signedUp() }),
    sendUserActivation: async () => ({ params: await registered() }),
    correctUser: async () => ({ params: await signedUp(), body: { phone: '+54 11 4555-0303' } }),
  };
}

/** Inputs of the provider's calls about the data of a person. */
function personInputs({ app, mail, client, clientId }: StaffCallWorld): Record<string, () => Promise<Input>> {
  const receiver = async () => ({
    params: { clientId: await clientId() },
    body: { by: 'document', value: '31987654' },
  });
  const anotherUser = async () => ({
    params: { clientId: await clientId(), id: (await addUser(app, mail, client, 'viewer')).id },
  });
  return {
    findClientReceiver: receiver,
    exportClientReceiver: receiver,
    eraseClientReceiver: receiver,
    exportClientUser: anotherUser,
    eraseClientUser: anotherUser,
  };
}

/** Inputs of the recovery of a second factor, each for another company's only owner and by people of the staff. */
function recoveryInputs({
  app,
  mail,
  staff,
}: StaffCallWorld): Record<string, () => Promise<Input & { token: string }>> {
  async function lockedOut() {
    const sender = await signUp(app, mail);
    await setUpFactor(app, sender);
    const { body } = await staff(listClients, { query: { filter: { search: sender.username } } });
    const clientId = body.results[0]?.client_id;
    const users = await staff(listClientUsers, { params: { clientId } });
    return { clientId, id: users.body.results[0]?.id };
  }
  async function staffToken() {
    return terminalToken(app, await hire(app, mail, 'admin'));
  }
  async function requested() {
    const params = await lockedOut();
    await app.call(requestFactorRecovery, { token: await staffToken(), params });
    return params;
  }
  return {
    requestFactorRecovery: async () => ({ token: await staffToken(), params: await lockedOut() }),
    approveFactorRecovery: async () => ({ token: await staffToken(), params: await requested() }),
    giveFactorRecoveryCode: async () => {
      const params = await requested();
      const token = await staffToken();
      await app.call(approveFactorRecovery, { token, params });
      await app.owner(
        `UPDATE factor_recoveries SET approved_at = approved_at - interval '25 hours' WHERE user_id = $1`,
        [params.id],
      );
      return { token, params };
    },
  };
}
