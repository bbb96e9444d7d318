import { hash, verify } from '@node-rs/argon2';
import { createFairConcurrencyLimit, type QueueOwner } from './fair-concurrency-limit.ts';

// argon2id is the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Hash of a password that nobody knows: an unknown user costs as much time as a known one. */
export const DUMMY_HASH = `${PREFIX}6qOrammY+s+fyxk+fdepng$oTx+sXs/YXTZHoCCOTbuVTAyTCYF5wlRr6bjxWHb000`;

// Each hash takes 19 MB and a thread: without a bound, a flood of logins would take the memory of everything else.
const limit = createFairConcurrencyLimit({ concurrency: 4, maxQueued: 256, maxQueuedPerKey: 64 });

/**
 * Hashes a password as a PHC string (argon2id, 19 MB, 2 passes).
 *
 * @param owner whom it is hashed for
 * @throws Failure 503 when too many are being hashed
 */
export function hashPassword(password: string, owner: QueueOwner): Promise<string> {
  return limit(owner, () => hash(password, COST));
}

/**
 * Compares a password with its hash; null stands for an unknown user, takes the same time and is never right.
 *
 * @param owner whom it is compared for
 * @throws Failure 503 when too many are being hashed
 */
export async function passwordMatches(stored: string | null, password: string, owner: QueueOwner): Promise<boolean> {
  const matches = await limit(owner, () => verify(stored ?? DUMMY_HASH, password));
  return matches && stored !== null;
}

/** Whether a hash was made at another cost than today's, and should be made again once the password is at hand. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(PREFIX);
}
