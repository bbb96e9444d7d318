import { countEvent } from '#server/cluster/rate-limit.ts';
import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { findUserByEmail, readUser } from '#server/people/access/user.store.ts';
import {
  familiarNetworks,
  isFamiliarNetwork,
  recordFamiliarNetworks,
} from '#server/people/domain/familiar-networks.store.ts';
import { rateLimitMails } from '#server/people/domain/mail/mail-rate-limits.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import { accountOf, type Principal, userPrincipal } from '#server/platform/secrets/principal.ts';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';
import type { Device } from './device.ts';

/** Stands for an account that doesn't exist, whose look-up takes as long. */
const NOBODY: UserKey = { clientId: 0, userId: 0 };

/** A person, and the epoch of the password that the person logged in with. */
interface LoggedIn {
  principal: Principal;
  passwordEpoch: number;
}

/** Key of a person's origins. It contains the password's epoch, so that a new password ends the origins of the former one. */
const originKey = ({ principal, passwordEpoch }: LoggedIn) => `${accountOf(principal)} password ${passwordEpoch}`;

const deviceName = ({ hash }: Pick<Device, 'hash'>) => `device ${hash.toString('base64url')}`;

/** Most origins of a person that a day adds: a browser that keeps no cookie is a new one at each login. */
const NEW_ORIGINS_A_DAY = 20;

/** Records the network and the device of a user's complete login as origins of the user's calls. */
export const recordDeviceOrigin = (trx: Trx, person: LoggedIn, device: Device, now: Date): Promise<void> =>
  recordOrigins(trx, person, [device.network, deviceName(device)], now);

/** Records where a complete login came from. */
export async function recordOrigins(trx: Trx, person: LoggedIn, origins: readonly string[], now: Date): Promise<void> {
  const key = originKey(person);
  const known = await familiarNetworks(trx, key, origins, now);
  const recorded: string[] = [];
  for (const origin of origins) {
    const added = known.has(origin)
      ? 0
      : await countEvent(trx, { name: 'new-origin', subject: key, seconds: DAY_SECONDS }, now);
    if (added <= NEW_ORIGINS_A_DAY) recorded.push(origin);
  }
  await recordFamiliarNetworks(trx, key, recorded, now);
}

/** Whether a person has logged in from a network with the present password. */
export const isKnownNetwork = (trx: Trx, person: LoggedIn, network: string, now: Date): Promise<boolean> =>
  isFamiliarNetwork(trx, originKey(person), network, now);

/**
 * Names the device or the network of a call as an origin, if the user has logged in from it with the present password:
 * limits count calls there apart from calls elsewhere.
 *
 * @param user null for an account that doesn't exist
 */
async function knownOrigin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserKey | null,
  device: Device,
): Promise<string | null> {
  const account = user ?? NOBODY;
  const found = await db.withClient(account.clientId, (trx) => readUser(trx, account));
  const key = originKey({ principal: userPrincipal(account), passwordEpoch: found?.passwordEpoch ?? 0 });
  const name = deviceName(device);
  const known = await db.withoutClient((trx) => familiarNetworks(trx, key, [name, device.network], clock()));
  if (known.has(name)) return name;
  return known.has(device.network) ? `network ${device.network}` : null;
}

/**
 * Limits mails that anybody requests for the account with an address. Requests from where its user has logged in are counted apart.
 *
 * @returns the user; null without such an account
 * @throws Failure 429
 */
export async function rateLimitOwnMails(
  deps: Deps,
  device: Device,
  email: string,
  purpose: 'activation' | 'recovery',
): Promise<UserKey | null> {
  const user = await deps.db.withoutClient((trx) => findUserByEmail(trx, email));
  const origin = await knownOrigin(deps, user, device);
  await rateLimitMails(deps, { email, purpose, network: device.network, knownOrigin: origin });
  return user;
}
