import { accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { seedDayStart } from '#server/demo/seed/seed-dates.ts';
import { type Random, seededRandom } from '#server/demo/seed/seeded-random.ts';
import { isWorkingTime } from '#server/demo/working-time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type ProviderApi, ProviderApiError } from '#server/platform/http/request/provider-api.ts';
import type { Log } from '#server/platform/log.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_MS } from '#shared/kit/time-units.ts';
import { decideModification, listModifications, type StaffModification } from '#shared/orders/staff-modifications.ts';
import { decideReschedule, listReschedules, type StaffReschedule } from '#shared/orders/staff-reschedules.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import {
  clientFulfillment,
  prepareFulfillment,
  type StaffFulfillmentDetail,
  staffFulfillments,
} from '#shared/warehouse/staff-fulfillment.ts';
import { createShipmentMover } from './move-simulated.ts';

/** Dependencies of the simulator. */
export interface Simulation {
  api: ProviderApi;
  clock: Clock;
  log: Log;
  /** Factor by which the simulation is faster than real time. */
  speed: number;
}

/** A demonstration account with its settings for the simulator. */
export interface SimulatedAccount {
  clientId: number;
  /** Start of the day of the seeding, in ms since 1970. Rows created before this time are seeded. */
  seededAt: number;
  /** Whether the account has goods in the warehouse. */
  hasStock: boolean;
  /** Percentage of states in which a seeded shipment stays as an example. */
  examplePercent: number;
}

/** The simulated provider's decision on a request. */
interface Decision {
  approved: boolean;
  /** Reason of a rejection; empty if approved. */
  reason: string;
  /** Delay of the decision, in ms. */
  after: number;
}

const OTHER_ADDRESS = [
  'La nueva dirección queda fuera de la zona de reparto de la base que ya tiene el envío.',
  'El envío ya está asignado a un recorrido. Si la visita falla, lo reprogramamos con la nueva dirección.',
];
const OTHER_PERSON = ['Para entregar a otra persona necesitamos una autorización firmada del destinatario.'];

/** Approves most requests. Rejects a quarter of those that change the address or the receiver. */
export function chooseDecision({ client_id, id, changes }: StaffModification): Decision {
  const random = seededRandom(`decision ${client_id} ${id}`);
  const after = random.int(40, 90) * 1000;
  const objections = [
    ...(changes.some(({ field }) => field.startsWith('address_')) ? OTHER_ADDRESS : []),
    ...(changes.some(({ field }) => field === 'receiver_name') ? OTHER_PERSON : []),
  ];
  const rejected = objections.length > 0 && random.percent(25);
  return { approved: !rejected, reason: rejected ? random.pick(objections) : '', after };
}

/** Accepts three of four requests for another day. */
export function chooseDay({ client_id, id }: Pick<StaffReschedule, 'client_id' | 'id'>): Decision {
  const random = seededRandom(`reschedule ${client_id} ${id}`);
  const after = random.int(40, 90) * 1000;
  const approved = random.percent(75);
  return { approved, reason: approved ? '' : 'Ese día no hay reparto en la zona. Elegí otro.', after };
}

/** A request as both lists return it. */
interface WaitingRequest {
  client_id: number;
  id: number;
  requested_at: string;
}

/** Decides due requests of senders. Seeded requests stay undecided as examples. */
function createRequestDecider({
  api,
  clock,
  log,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  const decide = async <R extends WaitingRequest>(
    requests: readonly R[],
    choose: (request: R) => Decision,
    endpoint: typeof decideModification | typeof decideReschedule,
    simulatedAccounts: readonly SimulatedAccount[],
  ) => {
    const now = clock().getTime();
    for (const request of requests) {
      const seededAt = simulatedAccounts.find(({ clientId }) => clientId === request.client_id)?.seededAt ?? now;
      const requestedAt = Date.parse(request.requested_at);
      const { approved, reason, after } = choose(request);
      if (requestedAt < seededAt || requestedAt + after > now || refused.has(request.id)) continue;
      const { client_id: clientId, id } = request;
      await api.call(endpoint, { params: { clientId, id }, body: { approved, reason } }).catch((error: unknown) => {
        if (!(error instanceof ProviderApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ clientId, request: id, reason: error.message }, 'a simulated decision was refused');
      });
    }
  };
  return async (simulatedAccounts) => {
    const modifications = await api.call(listModifications, { query: { limit: 100 } });
    await decide(modifications.results, chooseDecision, decideModification, simulatedAccounts);
    const reschedules = await api.call(listReschedules, { query: { limit: 100 } });
    await decide(reschedules.results, chooseDay, decideReschedule, simulatedAccounts);
  };
}

/** Most fulfillment orders that are read per round. */
const MAX_PER_ROUND = 1000;

/**
 * Chooses how the simulated warehouse prepares a fulfillment order: all units, or in one of eight cases one unit less.
 */
export function choosePreparation(
  { shipments }: Pick<StaffFulfillmentDetail, 'shipments'>,
  random: Random,
): BodyOf<typeof prepareFulfillment> {
  const items = new Map<string, number>();
  for (const { sku, requested } of shipments.flatMap((shipment) => shipment.items)) {
    items.set(sku, (items.get(sku) ?? 0) + requested);
  }
  const [first] = items;
  if (!first || first[1] < 2 || !random.percent(12)) return { close: false };
  items.set(first[0], first[1] - 1);
  return { items: [...items].map(([sku, quantity]) => ({ sku, quantity })), close: true };
}

/**
 * Prepares fulfillment orders one to three hours after their creation. Seeded ones stay unprepared as examples, until
 * the events of their shipments change them.
 */
function createFulfillmentPreparer({
  api,
  clock,
  log,
  speed,
}: Simulation): (simulatedAccounts: readonly SimulatedAccount[]) => Promise<void> {
  const refused = new Set<number>();
  return async (simulatedAccounts) => {
    const now = clock().getTime();
    if (speed === 1 && !isWorkingTime(now)) return;
    const { results } = await api.call(staffFulfillments, { query: { limit: MAX_PER_ROUND } });
    for (const { client_id: clientId, id, created_at } of results) {
      const simulatedAccount = simulatedAccounts.find((account) => account.clientId === clientId);
      const createdAt = Date.parse(created_at);
      const random = seededRandom(`preparation ${clientId} ${id}`);
      const takes = random.int(60, 180) / 60;
      if (!simulatedAccount || createdAt < simulatedAccount.seededAt || refused.has(id)) continue;
      if (createdAt + (takes * HOUR_MS) / speed > now) continue;
      const params = { clientId, id };
      try {
        const { results: order } = await api.call(clientFulfillment, { params });
        await api.call(prepareFulfillment, { params, body: choosePreparation(order, random) });
      } catch (error) {
        if (!(error instanceof ProviderApiError) || error.status === 401) throw error;
        refused.add(id);
        log.warn({ ...params, reason: error.message }, 'a simulated preparation was refused');
      }
    }
  };
}

/**
 * Creates a function that simulates one round of the provider's work: moves due shipments of the demonstration accounts,
 * prepares fulfillment orders and decides senders' requests. State kept between rounds is only a cache, so another
 * simulator can continue at any time.
 *
 * @throws ProviderApiError if the provider's API refuses a call, any other error if it doesn't respond
 */
export function createSimulationRound(simulation: Simulation): () => Promise<void> {
  const move = createShipmentMover(simulation);
  const prepare = createFulfillmentPreparer(simulation);
  const decide = createRequestDecider(simulation);
  return async () => {
    const simulatedAccounts = await demonstrationAccounts(simulation.api);
    await move(simulatedAccounts);
    await prepare(simulatedAccounts);
    await decide(simulatedAccounts);
  };
}

const usernames = new Set(accounts.map(({ username }) => username));

async function demonstrationAccounts(api: ProviderApi): Promise<SimulatedAccount[]> {
  const { results } = await api.call(listClients, { query: { limit: 1000 } });
  return results
    .filter(({ username }) => usernames.has(username))
    .map(({ client_id, username, registered, fulfillment }) => ({
      clientId: client_id,
      seededAt: seedDayStart(Date.parse(registered)),
      hasStock: fulfillment,
      examplePercent: username === SHOWCASE_USERNAME ? 100 : 50,
    }));
}
