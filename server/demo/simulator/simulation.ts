import { accounts, SHOWCASE_USERNAME } from '#server/demo/accounts.ts';
import { seedDayStart } from '#server/demo/seed-dates.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { OperatorApi } from '#server/platform/http/operator-api.ts';
import type { Log } from '#server/platform/log.ts';
import { listClients } from '#shared/ops/clients.ts';
import { createModificationDecider } from './decide-modifications.ts';
import { createParcelMover } from './move-parcels.ts';
import { createFulfillmentPreparer } from './prepare-fulfillment.ts';

/** What the simulator works with. */
export interface Simulation {
  entry: OperatorApi;
  clock: Clock;
  log: Log;
  /** So many times faster than in life. */
  speed: number;
}

/** A demonstration account as the simulator knows it. */
export interface SimulatedAccount {
  clientId: number;
  /** Before this moment (ms since 1970) what was made at the first start was registered. */
  made: number;
  /** Whether it has goods in the warehouse. */
  stocked: boolean;
  /** Of what was made then, a parcel stays as an example in so many of a hundred states. */
  examples: number;
}

/**
 * One round of the provider's work: moves the parcels of the demonstration accounts that are due, prepares what was
 * ordered of the warehouse, and decides requests to change orders. What it remembers between rounds only saves questions: a new one goes on where another left off.
 *
 * @throws OperatorApiError when the entry says no to the round, anything else when it doesn't answer
 */
export function createSimulationRound(simulation: Simulation): () => Promise<void> {
  const move = createParcelMover(simulation);
  const prepare = createFulfillmentPreparer(simulation);
  const decide = createModificationDecider(simulation);
  return async () => {
    const simulatedAccounts = await demonstrationAccounts(simulation.entry);
    await move(simulatedAccounts);
    await prepare(simulatedAccounts);
    await decide(simulatedAccounts);
  };
}

const usernames = new Set(accounts.map(({ username }) => username));

async function demonstrationAccounts(entry: OperatorApi): Promise<SimulatedAccount[]> {
  const { results } = await entry.call(listClients, { query: { limit: 1000 } });
  return results
    .filter(({ username }) => usernames.has(username))
    .map(({ client_id, username, registered, fulfillment }) => ({
      clientId: client_id,
      made: seedDayStart(Date.parse(registered)),
      stocked: fulfillment,
      examples: username === SHOWCASE_USERNAME ? 100 : 50,
    }));
}
