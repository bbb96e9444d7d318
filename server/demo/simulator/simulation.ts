import { accounts, SHOWS_EVERYTHING } from '#server/demo/accounts.ts';
import { madeOn } from '#server/demo/moments.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Entry } from '#server/platform/http/provider-entry.ts';
import type { Log } from '#server/platform/log.ts';
import { listClients } from '#shared/ops/clients.ts';
import { createDecisions } from './decisions.ts';
import { createMoves } from './moves.ts';
import { createPreparations } from './preparations.ts';

/** What the simulator works with. */
export interface Simulation {
  entry: Entry;
  clock: Clock;
  log: Log;
  /** So many times faster than in life. */
  speed: number;
}

/** A demonstration account as the simulator knows it. */
export interface Holder {
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
 * @throws Refused when the entry says no to the round, anything else when it doesn't answer
 */
export function createRounds(simulation: Simulation): () => Promise<void> {
  const move = createMoves(simulation);
  const prepare = createPreparations(simulation);
  const decide = createDecisions(simulation);
  return async () => {
    const holders = await demonstrationAccounts(simulation.entry);
    await move(holders);
    await prepare(holders);
    await decide(holders);
  };
}

const usernames = new Set(accounts.map(({ username }) => username));

async function demonstrationAccounts(entry: Entry): Promise<Holder[]> {
  const { results } = await entry.call(listClients, { query: { limit: 1000 } });
  return results
    .filter(({ username }) => usernames.has(username))
    .map(({ client_id, username, registered, fulfillment }) => ({
      clientId: client_id,
      made: madeOn(Date.parse(registered)),
      stocked: fulfillment,
      examples: username === SHOWS_EVERYTHING ? 100 : 50,
    }));
}
