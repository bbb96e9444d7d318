import { limitKey } from '#server/cluster/rate-limit.ts';
import { execute, run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';

/** Days for which a network stays familiar after a login. */
const FAMILIAR_DAYS = 90;

const networkKey = (account: string, network: string) => limitKey('login-known', `${account}\n${network}`);

const FAMILIAR_NETWORKS = statement(
  'familiar-networks.familiar-networks',
  'SELECT key FROM rate_limits WHERE key = ANY ($1::text[]) AND window_ends_at > $2',
);

/** Returns the networks, among some, from which the account's owner has logged in before. */
export async function familiarNetworks(
  trx: Trx,
  account: string,
  networks: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const found = await run(trx, FAMILIAR_NETWORKS, [networks.map((network) => networkKey(account, network)), now]);
  const keys = new Set(found.map(({ key }) => key));
  return new Set(networks.filter((network) => keys.has(networkKey(account, network))));
}

/**
 * Whether the account's owner has logged in from a network before. Its attempts skip the rate limit of unfamiliar
 * networks.
 */
export const isFamiliarNetwork = async (trx: Trx, account: string, network: string, now: Date): Promise<boolean> =>
  (await familiarNetworks(trx, account, [network], now)).has(network);

/** Rows are locked in the order of their keys, so that two logins can't deadlock. */
const RECORD = `
  INSERT INTO rate_limits AS t (key, failures, window_ends_at, blocked_until)
  SELECT key, 0, $2::timestamptz + make_interval(days => $3), $2 FROM unnest($1::text[]) AS g (key) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET window_ends_at = excluded.window_ends_at
  WHERE t.window_ends_at < excluded.window_ends_at - interval '1 day'`;

/** Records networks as familiar, after a correct password or after using a link from the account's mails. */
export async function recordFamiliarNetworks(
  trx: Trx,
  account: string,
  networks: readonly string[],
  now: Date,
): Promise<void> {
  await execute(trx, RECORD, [networks.map((network) => networkKey(account, network)), now, FAMILIAR_DAYS]);
}

export const recordFamiliarNetwork = (trx: Trx, account: string, network: string, now: Date): Promise<void> =>
  recordFamiliarNetworks(trx, account, [network], now);
