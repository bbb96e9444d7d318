import { createHash } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** What throttles are built from. */
export interface ThrottleDeps {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'THROTTLE'>;
}

/** So many attempts in so many seconds, counted from the first; `kind` and `of` say of what and by whom. */
export interface Limit {
  kind: string;
  of: string;
  most: number;
  seconds: number;
}

/** Key of a throttle: names and addresses are hashed, nobody reads them in the table. */
export function throttleKey(kind: string, of: string): string {
  return `${kind}:${createHash('sha256').update(of).digest('base64url')}`;
}

/** Refusal of one attempt too many. */
export function throttled(seconds: number): Failure {
  return new Failure(429, messages.throttled, [{ field: '', message: messages.throttled }], {
    code: 'throttled',
    retryAfter: Math.max(1, Math.ceil(seconds)),
  });
}

/** The number that THROTTLE makes of a limit: itself, half of it when strict, none when off. */
export function inForce(most: number, { THROTTLE }: Pick<Config, 'THROTTLE'>): number {
  if (THROTTLE === 'off') return Number.POSITIVE_INFINITY;
  return THROTTLE === 'strict' ? Math.max(1, Math.floor(most / 2)) : most;
}

const COUNT = `
  WITH swept AS (
    DELETE FROM throttles WHERE key IN (
      SELECT key FROM throttles WHERE window_ends_at < $3::timestamptz - interval '1 day' AND key <> ALL ($1)
      ORDER BY window_ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO throttles AS t (key, failures, window_ends_at, blocked_until)
  SELECT key, 1, $3::timestamptz + make_interval(secs => seconds), $3
  FROM unnest($1::text[], $2::integer[]) AS attempt (key, seconds) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.window_ends_at <= $3 THEN 1 ELSE t.failures + 1 END,
    window_ends_at = CASE WHEN t.window_ends_at <= $3 THEN excluded.window_ends_at ELSE t.window_ends_at END
  RETURNING key, failures, extract(epoch FROM window_ends_at - $3)::float8 AS wait`;

/**
 * Counts an attempt against each limit, over all nodes. A refused attempt counts against none of them. Does nothing with
 * THROTTLE=off.
 *
 * @throws Failure 429 with Retry-After when a limit is passed
 */
export async function throttle({ db, clock, config }: ThrottleDeps, limits: readonly Limit[]): Promise<void> {
  if (config.THROTTLE === 'off') return;
  // Thrown inside, so that the refused attempt is rolled back.
  await db.withoutClient((trx) => countAttempt(trx, limits, clock(), config));
}

/** The same within a transaction, whatever THROTTLE says of others. */
export async function countAttempt(
  trx: Trx,
  limits: readonly Limit[],
  now: Date,
  config: Pick<Config, 'THROTTLE'>,
): Promise<void> {
  const most = new Map(limits.map((limit) => [throttleKey(limit.kind, limit.of), inForce(limit.most, config)]));
  const counted = await run<{ key: string; failures: number; wait: number }>(trx, COUNT, [
    [...most.keys()],
    limits.map((limit) => limit.seconds),
    now,
  ]);
  const passed = counted.filter(({ key, failures }) => failures > (most.get(key) ?? 0));
  if (passed.length > 0) throw throttled(Math.max(...passed.map(({ wait }) => wait)));
}
