import { hash, verify } from '@node-rs/argon2';
import { createFairConcurrencyLimit, type QueueOwner } from '#server/platform/concurrency/fair-concurrency-limit.ts';

// argon2id is the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LOWEST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const prefixOf = ({ memoryCost, timeCost, parallelism }: typeof COST) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

let cost = COST;

/** For tests only: hashes passwords at the lowest cost, or again at the product's cost. No setting leads here. */
export function hashAtLowestCost(isOn: boolean): void {
  cost = isOn ? LOWEST_COST : COST;
}

/** Hash of a random password. Logins of unknown users are checked against it and so take as long as those of known users. */
export const DUMMY_HASH = `${prefixOf(COST)}6qOrammY+s+fyxk+fdepng$oTx+sXs/YXTZHoCCOTbuVTAyTCYF5wlRr6bjxWHb000`;

// Each hash takes 19 MB and a thread: without a concurrency limit, a flood of logins would exhaust the memory.
const limit = createFairConcurrencyLimit({ concurrency: 4, maxQueued: 256, maxQueuedPerKey: 64 });

/**
 * Hashes a password as a PHC string (argon2id, 19 MB, 2 passes).
 *
 * @param owner caller whose queue the work waits in
 * @throws Failure 503 when the queue is full
 */
export function hashPassword(password: string, owner: QueueOwner): Promise<string> {
  return limit(owner, () => hash(password, cost));
}

/**
 * Compares a password with its hash.
 *
 * @param stored null for an unknown user: takes as long as a comparison and returns false
 * @param owner caller whose queue the work waits in
 * @throws Failure 503 when the queue is full
 */
export async function passwordMatches(stored: string | null, password: string, owner: QueueOwner): Promise<boolean> {
  const matches = await limit(owner, () => verify(stored ?? DUMMY_HASH, password));
  return matches && stored !== null;
}

/** Whether a hash was made at another cost than today's. The next login replaces such a hash. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(prefixOf(cost));
}
