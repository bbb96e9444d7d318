import { createHash } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { execute, run, type Trx } from '#server/db/connection.ts';
import type { Database } from '#server/db/database.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { throttledText } from '#shared/kit/wait-text.ts';

// Every rate limit of the product (docs/decisions/0024). A *window* refuses attempts above a limit; each node counts them in
// memory, or all nodes count them in the table `rate_limits`. A *backoff* delays attempts, longer after each failure.

/** A rate limit across all nodes: at most `limit` attempts within `seconds` from the first attempt. */
export interface RateLimit {
  name: string;
  /** Who makes the attempts, e.g. a user name or a network. */
  subject: string;
  limit: number;
  seconds: number;
}

/** Growing delays after failed attempts (brute-force protection), reset after an hour without attempts. */
export interface Backoff {
  name: string;
  /** Seconds after the first, second, … failed attempt. The last delay applies to all later attempts. */
  delays: readonly number[];
  /** Maximum seconds that an attempt waits for its turn. An attempt with a longer wait is refused. */
  maxDelaySeconds: number;
}

/** Usual delays in seconds: none for five attempts, then 1, 2, 4 …, at most a quarter of an hour. */
export const BACKOFF_DELAYS: readonly number[] = Array.from({ length: 16 }, (_, n) =>
  n < 5 ? 0 : Math.min(900, 2 ** (n - 5)),
);

type RateLimitConfig = Pick<Config, 'THROTTLE'>;

/** Returns the key of a table row. Hashes the subject, so that the table contains no user names or addresses. */
export function limitKey(name: string, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** Returns a Failure 429 with Retry-After, which its text says too. */
export function rateLimited(seconds: number): Failure {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  const message = throttledText(retryAfter);
  return new Failure(429, message, [{ field: '', message }], { code: 'throttled', retryAfter });
}

/** Applies THROTTLE: strict halves a limit, off removes it. */
function effectiveLimit(limit: number, { THROTTLE }: RateLimitConfig): number {
  if (THROTTLE === 'off') return Number.POSITIVE_INFINITY;
  return THROTTLE === 'strict' ? Math.max(1, Math.floor(limit / 2)) : limit;
}

/** Counts one attempt of a key. @throws Failure 429 with Retry-After past the limit */
export type LocalRateLimit = (key: string) => void;

/** Maximum number of keys in memory. Exceeding it restarts all counts. */
const MAX_KEYS = 50_000;

/** Creates a rate limit that each node counts separately in memory, for cheap calls. */
export function createLocalRateLimit(
  limit: number,
  { clock, config }: { clock: Clock; config: RateLimitConfig },
  windowMs = MINUTE_MS,
): LocalRateLimit {
  const allowed = effectiveLimit(limit, config);
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (key) => {
    const now = clock().getTime();
    if (now >= endsAt || counts.size > MAX_KEYS) {
      counts.clear();
      endsAt = now + windowMs;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > allowed) throw rateLimited((endsAt - now) / 1000);
  };
}

const COUNT: Statement<Counted> = statement(
  'rate-limit.count',
  `
  WITH swept AS (
    DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE window_ends_at < $3::timestamptz - interval '1 day' AND key <> ALL ($1)
      ORDER BY window_ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)
  )
  INSERT INTO rate_limits AS t (key, failures, window_ends_at, blocked_until)
  SELECT key, 1, $3::timestamptz + make_interval(secs => seconds), $3
  FROM unnest($1::text[], $2::integer[]) AS attempt (key, seconds) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.window_ends_at <= $3 THEN 1 ELSE t.failures + 1 END,
    window_ends_at = CASE WHEN t.window_ends_at <= $3 THEN excluded.window_ends_at ELSE t.window_ends_at END
  RETURNING key, failures, extract(epoch FROM window_ends_at - $3)::float8 AS wait`,
);

/** Attempts of a key within its window, and the seconds until the window ends. */
interface Counted {
  key: string;
  failures: number;
  wait: number;
}

/**
 * Counts an attempt against rate limits across all nodes. A refused attempt isn't counted. Does nothing with THROTTLE=off.
 *
 * @throws Failure 429 with Retry-After past a limit
 */
export async function countAttempt(
  { db, clock, config }: { db: Database; clock: Clock; config: RateLimitConfig },
  rateLimits: readonly RateLimit[],
): Promise<void> {
  if (config.THROTTLE === 'off') return;
  // The exception rolls back the count of a refused attempt.
  await db.withoutClient((trx) => countAttemptIn(trx, rateLimits, clock(), config));
}

/** Counts an attempt within a transaction, even with THROTTLE=off. @throws Failure 429 with Retry-After past a limit */
export async function countAttemptIn(trx: Trx, rateLimits: readonly RateLimit[], now: Date, config: RateLimitConfig) {
  const limits = new Map(
    rateLimits.map(({ name, subject, limit }) => [limitKey(name, subject), effectiveLimit(limit, config)]),
  );
  const counted = await run(trx, COUNT, [[...limits.keys()], rateLimits.map(({ seconds }) => seconds), now]);
  const passed = counted.filter(({ key, failures }) => failures > (limits.get(key) ?? 0));
  if (passed.length > 0) throw rateLimited(Math.max(...passed.map(({ wait }) => wait)));
}

/** Counts an event that nothing refuses. @returns the number of such events within `seconds` from the first, including this one */
export async function countEvent(
  trx: Trx,
  { name, subject, seconds }: Omit<RateLimit, 'limit'>,
  now: Date,
): Promise<number> {
  const [counted] = await run(trx, COUNT, [[limitKey(name, subject)], [seconds], now]);
  return counted?.failures ?? 0;
}

// `blocked_until`: time when the next attempt may start.
const BEGIN = statement(
  'rate-limit.begin',
  `
  INSERT INTO rate_limits AS t (key, failures, window_ends_at, blocked_until)
  VALUES ($1, 1, $2::timestamptz + interval '1 hour', $2::timestamptz + make_interval(secs => ($3::float8[])[1]))
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.window_ends_at <= $2 THEN 1 ELSE t.failures + 1 END,
    blocked_until = CASE WHEN t.window_ends_at <= $2 THEN excluded.blocked_until
      ELSE greatest($2, t.blocked_until)
        + make_interval(secs => ($3::float8[])[least(t.failures + 1, cardinality($3::float8[]))]) END,
    window_ends_at = excluded.window_ends_at
  WHERE t.window_ends_at <= $2 OR t.blocked_until <= $2 + make_interval(secs => $4)
  RETURNING failures, extract(epoch FROM blocked_until - $2)::float8 AS blocked`,
);

/** An attempt that the backoff allows. */
interface StartedAttempt {
  /** Failures since the last reset, including this attempt. */
  failures: number;
  /** Seconds that the attempt must wait. */
  delay: number;
}

/**
 * Counts an attempt as failed before it is made, so that concurrent attempts can't bypass the backoff. Callers undo the count
 * after a success with `resetAttempts` or `undoAttempt`.
 *
 * @returns null for an attempt that is refused as too early
 */
export async function beginAttempt(
  trx: Trx,
  backoff: Backoff,
  subject: string,
  now: Date,
): Promise<StartedAttempt | null> {
  const { name, delays, maxDelaySeconds } = backoff;
  const [begun] = await run(trx, BEGIN, [limitKey(name, subject), now, delays, maxDelaySeconds]);
  if (!begun) return null;
  const next = delays[Math.min(begun.failures, delays.length) - 1] ?? 0;
  return { failures: begun.failures, delay: Math.max(0, begun.blocked - next) };
}

const SECONDS_UNTIL_ALLOWED = statement(
  'rate-limit.seconds-until-allowed',
  'SELECT extract(epoch FROM blocked_until - $2::timestamptz)::float8 AS wait FROM rate_limits WHERE key = $1',
);

/** Returns the seconds until the next attempt may start. */
export async function secondsUntilAllowed(trx: Trx, { name }: Backoff, subject: string, now: Date): Promise<number> {
  const [row] = await run(trx, SECONDS_UNTIL_ALLOWED, [limitKey(name, subject), now]);
  return Math.max(0, row?.wait ?? 0);
}

/** Deletes all counted attempts after a success. */
export async function resetAttempts(trx: Trx, { name }: { name: string }, subject: string): Promise<void> {
  await execute(trx, 'DELETE FROM rate_limits WHERE key = $1', [limitKey(name, subject)]);
}

/** Uncounts one attempt and keeps the others. */
export async function undoAttempt(trx: Trx, { name }: { name: string }, subject: string): Promise<void> {
  await execute(trx, 'UPDATE rate_limits SET failures = greatest(0, failures - 1) WHERE key = $1', [
    limitKey(name, subject),
  ]);
}
