import { accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { seedDayStart } from '#server/demo/seed/seed-dates.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { OperatorApi } from '#server/platform/http/request/operator-api.ts';
import type { Log } from '#server/platform/log.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { createRequestDecider } from './decide-requests.ts';
import { createParcelMover } from './move-parcels.ts';
import { createFulfillmentPreparer } from './prepare-fulfillment.ts';

/** Dependencies of the simulator. */
export interface Simulation {
  api: OperatorApi;
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
  /** Percentage of states in which a seeded parcel stays as an example. */
  examplePercent: number;
}

/**
 * Creates a function that simulates one round of the provider's work: moves due parcels of the demonstration accounts,
 * prepares fulfillment orders and decides senders' requests. State kept between rounds is only a cache, so another
 * simulator can continue at any time.
 *
 * @throws OperatorApiError if the operator API refuses a call, any other error if it doesn't respond
 */
export function createSimulationRound(simulation: Simulation): () => Promise<void> {
  const move = createParcelMover(simulation);
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

async function demonstrationAccounts(api: OperatorApi): Promise<SimulatedAccount[]> {
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
