import { register } from '#shared/access.ts';
import { localDay } from '#shared/days.ts';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { requestModification } from '#shared/modifications.ts';
import * as categories from '#shared/ops/categories.ts';
import { listClientUsers } from '#shared/ops/client-users.ts';
import { listClients } from '#shared/ops/clients.ts';
import { approveFactorRecovery, requestFactorRecovery } from '#shared/ops/factor-recovery.ts';
import { prepareFulfillment } from '#shared/ops/fulfillment.ts';
import { createKey } from '#shared/ops/keys.ts';
import { listModifications } from '#shared/ops/modifications.ts';
import { listTariffs } from '#shared/ops/tariffs.ts';
import type { PopulatedClient } from './client-factory.ts';
import { setUpFactor } from './factor-fixture.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import type { createOperatorClient } from './operator-client.ts';
import { orderEdit } from './order-factory.ts';
import { type ProviderClient, parcelEvent } from './provider-client.ts';
import { registrationForm, signUp } from './sender-factory.ts';
import { hire, terminalToken } from './staff-fixture.ts';
import { addUser } from './team-factory.ts';
import type { TestApp } from './test-app.ts';

type Input = CallInput<AnyEndpoint>;

/** What the inputs of the provider's calls refer to. */
export interface OperatorWorld {
  app: TestApp;
  mail: FakeMailServer;
  operator: ReturnType<typeof createOperatorClient>;
  provider: ProviderClient;
  client: PopulatedClient;
  clientId: () => Promise<number>;
  /** Creates a separate order of one shipment, so that calls don't affect each other. */
  anotherOrder: () => Promise<{ tracking: string; label: string }>;
  /** Creates a fulfillment order that isn't prepared yet. */
  packing: () => Promise<{ clientId: number; id: number }>;
}

/** Returns valid inputs of the provider's calls, by name. */
export function operatorInputs(world: OperatorWorld): Record<string, () => Input | Promise<Input>> {
  const { app, operator, provider, client, clientId, anotherOrder, packing } = world;
  return {
    readSetup: () => ({}),
    loadExamples: () => ({}),
    recordEvents: async () => {
      const { label } = await anotherOrder();
      return { body: { events: [parcelEvent(label, 'retirado', new Date()), { event_id: 7 }] } };
    },
    correctEvent: async () => {
      const { label } = await anotherOrder();
      const event = parcelEvent(label, 'retirado', new Date());
      await provider.sendEvents(event);
      const body = { corrects: event.event_id, event_id: `${event.event_id}-c`, correction_reason: 'Otro envío' };
      return { params: { label }, body };
    },
    clientShipments: async () => ({
      params: { clientId: await clientId() },
      query: { limit: '2', filter: { live: '1' } },
    }),
    readOperatorShipment: () => ({ params: { label: client.ids.label } }),
    listModifications: () => ({ query: { filter: { state: 'Aprobado' } } }),
    decideModification: async () => {
      const { tracking, label } = await anotherOrder();
      await provider.sendEvents(parcelEvent(label, 'retirado', new Date()));
      await app.call(requestModification, { token: client.token, params: { id: tracking }, body: orderEdit() });
      const [waiting] = (await operator(listModifications)).body.results;
      return { params: { clientId: waiting?.client_id, id: waiting?.id }, body: { approved: true } };
    },
    recordReceipts: async () => ({
      params: { clientId: await clientId() },
      body: { receipts: [{ receipt_id: 'R-1', sku: 'X', lot: 'A', units: '3', expiry: '2030-01-31' }, { sku: 7 }] },
    }),
    clientStock: async () => ({ params: { clientId: await clientId() }, query: { filter: { sku: 'X' } } }),
    operatorFulfillments: async () => {
      const { clientId } = await packing();
      return { query: { filter: { client: String(clientId), status: 'Registrado' }, limit: '1' } };
    },
    clientFulfillment: async () => ({ params: await packing() }),
    prepareFulfillment: async () => ({ params: await packing(), body: { items: [], close: true } }),
    labelFulfillment: async () => {
      const params = await packing();
      await operator(prepareFulfillment, { params, body: {} });
      return { params, body: {} };
    },
    cancelFulfillment: async () => ({ params: await packing(), body: { reason: 'Dañado' } }),
    flaggedPayments: () => ({ query: { filter: { code: 'paid_twice' } } }),
    clientPayments: async () => ({ params: { clientId: await clientId() }, query: { limit: 1 } }),
    listClients: () => ({ query: { filter: { search: client.username } } }),
    readClient: async () => ({ params: { clientId: await clientId() } }),
    changeClient: async () => ({ params: { clientId: await clientId() }, body: { fulfillment: true } }),
    ...decisionInputs(world),
    ...personInputs(world),
    ...recoveryInputs(world),
    listTerms: () => ({ query: { limit: '1' } }),
    publishTerms: () => ({ body: { text: '<p>Otros términos</p>', binds_from: 'now' } }),
    listTariffs: () => ({}),
    publishTariff: async () => ({
      body: { ...(await operator(listTariffs)).body.results[0], valid_from: localDay(new Date()) } as never,
    }),
    listPickupPoints: () => ({ query: { filter: { search: 'palermo', active: '1' } } }),
    savePickupPoint: () => ({ params: { code: 'C1002' }, body: { active: '1' } }),
    listCategories: () => ({}),
    createCategory: () => ({ body: { name: 'Formas' } }),
    renameCategory: async () => {
      const [first] = (await operator(categories.listCategories)).body.results;
      return { params: { id: first?.id }, body: { name: 'Comestibles' } };
    },
    listAllActivity: async () => ({ query: { limit: '3', filter: { client: String(await clientId()) } } }),
    exportAllActivity: () => ({}),
    listKeys: () => ({}),
    createKey: () => ({ body: { name: 'formas' } }),
    revokeKey: async () => {
      const { body } = await operator(createKey, { body: { name: 'de paso' } });
      return { params: { id: body.results.id } };
    },
  };
}

/** Inputs of the provider's decisions about a client and its users, each about another one. */
function decisionInputs({ app, operator, mail }: OperatorWorld): Record<string, () => Promise<Input>> {
  /** Registers a client whose account isn't activated, and reads its ids. */
  const registered = async () => {
    const form = registrationForm();
    await app.call(register, { body: form });
    return ids(form.username);
  };
  const signedUp = async () => ids((await signUp(app, mail)).username);
  async function ids(username: string) {
    const { body } = await operator(listClients, { query: { filter: { search: username } } });
    const clientId = body.results[0]?.client_id;
    const users = await operator(listClientUsers, { params: { clientId } });
    return { clientId, id: users.body.results[0]?.id };
  }
  const ofClient = async ({ clientId }: { clientId: unknown }) => ({ params: { clientId } });
  const body = { reason: 'Deuda vencida' };
  return {
    approveClient: async () => ofClient(await signedUp()),
    rejectClient: async () => {
      const { clientId } = await registered();
      await app.owner('UPDATE clients SET approved_at = NULL WHERE client_id = $1', [clientId]);
      return { params: { clientId }, body };
    },
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
function personInputs({ app, mail, client, clientId }: OperatorWorld): Record<string, () => Promise<Input>> {
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
  operator,
}: OperatorWorld): Record<string, () => Promise<Input & { token: string }>> {
  async function lockedOut() {
    const sender = await signUp(app, mail);
    await setUpFactor(app, sender);
    const { body } = await operator(listClients, { query: { filter: { search: sender.username } } });
    const clientId = body.results[0]?.client_id;
    const users = await operator(listClientUsers, { params: { clientId } });
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
