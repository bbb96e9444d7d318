import { limitKey } from '#server/cluster/rate-limit.ts';
import { run, type Trx } from '#server/db/connection.ts';

/** Days for which a network stays familiar after a login. */
const FAMILIAR_DAYS = 90;

const networkKey = (account: string, network: string) => limitKey('login-known', `${account}\n${network}`);

/**
 * Whether the account's owner has logged in from a network before. Its attempts skip the rate limit of unfamiliar
 * networks.
 */
export async function isFamiliarNetwork(trx: Trx, account: string, network: string, now: Date): Promise<boolean> {
  const found = await run(trx, 'SELECT FROM rate_limits WHERE key = $1 AND window_ends_at > $2', [
    networkKey(account, network),
    now,
  ]);
  return found.length > 0;
}

const RECORD = `
  INSERT INTO rate_limits AS t (key, failures, window_ends_at, blocked_until)
  VALUES ($1, 0, $2::timestamptz + make_interval(days => $3), $2)
  ON CONFLICT (key) DO UPDATE SET window_ends_at = excluded.window_ends_at
  WHERE t.window_ends_at < excluded.window_ends_at - interval '1 day'`;

/** Records a network as familiar, after a correct password or after using a link from the account's mails. */
export async function recordFamiliarNetwork(trx: Trx, account: string, network: string, now: Date): Promise<void> {
  await run(trx, RECORD, [networkKey(account, network), now, FAMILIAR_DAYS]);
}
