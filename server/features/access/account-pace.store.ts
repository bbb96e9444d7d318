import { throttleKey } from '#server/cluster/throttle.ts';
import { run, type Trx } from '#server/db/connection.ts';

/** Attempts from unfamiliar networks that an account takes within an hour without a delay. */
export const FREE_ATTEMPTS = 20;

/** Longest delay of an attempt, in seconds; later ones are refused at once. */
export const LONGEST_DELAY = 5;

/** Days for which a network stays familiar after a login. */
const FAMILIAR_DAYS = 90;

const paceKey = (account: string) => throttleKey('login-account', account);
const networkKey = (account: string, network: string) => throttleKey('login-known', `${account}\n${network}`);

/** Whether the account's owner has logged in from a network before: it then needs no place in the account's queue. */
export async function isFamiliar(trx: Trx, account: string, network: string, now: Date): Promise<boolean> {
  const found = await run(trx, 'SELECT FROM throttles WHERE key = $1 AND window_ends_at > $2', [
    networkKey(account, network),
    now,
  ]);
  return found.length > 0;
}

const REMEMBER = `
  INSERT INTO throttles AS t (key, failures, window_ends_at, blocked_until)
  VALUES ($1, 0, $2::timestamptz + make_interval(days => $3), $2)
  ON CONFLICT (key) DO UPDATE SET window_ends_at = excluded.window_ends_at
  WHERE t.window_ends_at < excluded.window_ends_at - interval '1 day'`;

/** Makes a network familiar: its user knows the password, or reads the account's mails. */
export async function rememberNetwork(trx: Trx, account: string, network: string, now: Date): Promise<void> {
  await run(trx, REMEMBER, [networkKey(account, network), now, FAMILIAR_DAYS]);
}

// `blocked_until` is when the last attempt that got a place may go on; the next one follows 1 to 4 s later.
const RESERVE = `
  INSERT INTO throttles AS t (key, failures, window_ends_at, blocked_until)
  VALUES ($1, 1, $2::timestamptz + interval '1 hour', $2)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.window_ends_at <= $2 THEN 1 ELSE t.failures + 1 END,
    blocked_until = CASE WHEN t.window_ends_at <= $2 OR t.failures < $3 THEN $2
      ELSE greatest($2, t.blocked_until + make_interval(secs => least(4, 1 + t.failures / 60))) END,
    window_ends_at = $2 + interval '1 hour'
  WHERE t.window_ends_at <= $2 OR t.failures < $3
    OR t.blocked_until + make_interval(secs => least(4, 1 + t.failures / 60) - $4::integer) <= $2
  RETURNING failures, extract(epoch FROM blocked_until - $2)::float8 AS delay`;

/** A place in the queue of attempts from unfamiliar networks. */
export interface Place {
  /** Attempts of the hour, this one included. */
  attempts: number;
  /** Seconds until the attempt may go on. */
  delay: number;
}

/** Takes the next place in an account's queue; null when the queue is longer than the longest delay. */
export async function reservePlace(trx: Trx, account: string, now: Date): Promise<Place | null> {
  const [place] = await run<{ failures: number; delay: number }>(trx, RESERVE, [
    paceKey(account),
    now,
    FREE_ATTEMPTS,
    LONGEST_DELAY,
  ]);
  return place ? { attempts: place.failures, delay: Math.max(0, place.delay) } : null;
}

/** Key of the attempts of an account, of which a right one is taken back. */
export const attemptsKey = paceKey;
