import { run, type Trx } from '#server/db/connection.ts';

/** Failures that cost no wait; then 1, 2, 4 … seconds, at most 900, forgiven after an hour without attempts. */
const BEGIN = `
  INSERT INTO throttles AS t (key, failures, window_ends_at, blocked_until)
  VALUES ($1, 1, $2::timestamptz + interval '1 hour', $2)
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN t.window_ends_at <= $2 THEN 1 ELSE t.failures + 1 END,
    blocked_until = CASE WHEN t.window_ends_at <= $2 OR t.failures < 5 THEN $2
      ELSE $2 + make_interval(secs => least(900, 2 ^ least(t.failures - 5, 10))) END,
    window_ends_at = $2 + interval '1 hour'
  WHERE t.blocked_until <= $2
  RETURNING key`;

/**
 * Counts an attempt as failed before it is made, so that attempts that come together can't all pass; `forgive` takes it
 * back when it succeeds.
 *
 * @param key made by `throttleKey`
 * @returns seconds to wait before the next attempt; 0 when this one may be made
 */
export async function beginAttempt(trx: Trx, key: string, now: Date): Promise<number> {
  const [begun] = await run(trx, BEGIN, [key, now]);
  if (begun) return 0;
  const [blocked] = await run<{ wait: number }>(
    trx,
    'SELECT extract(epoch FROM blocked_until - $2::timestamptz)::float8 AS wait FROM throttles WHERE key = $1',
    [key, now],
  );
  return Math.max(1, blocked?.wait ?? 1);
}

/** An attempt has succeeded: the failures before it are forgotten. */
export async function forgive(trx: Trx, key: string): Promise<void> {
  await run(trx, 'DELETE FROM throttles WHERE key = $1', [key]);
}

/** Takes one counted attempt back and keeps the others. */
export async function takeBack(trx: Trx, key: string): Promise<void> {
  await run(trx, 'UPDATE throttles SET failures = greatest(0, failures - 1) WHERE key = $1', [key]);
}

const lines = new Map<string, Promise<unknown>>();

/**
 * On this node, attempts of one key go one after the other: so right passwords that arrive together don't count as each
 * other's failures, and a flood of wrong ones meets the wait.
 */
export async function inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.then(attempt, attempt);
  const settled = mine.catch(() => {});
  lines.set(key, settled);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === settled) lines.delete(key);
  }
}
