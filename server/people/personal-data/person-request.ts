import { countAttempt } from '#server/cluster/rate-limit.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { hmacSha256 } from '#server/platform/secrets/hmac.ts';
import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import { HOUR_SECONDS } from '#shared/kit/time-units.ts';
import { type findReceiver, searchedValue } from '#shared/people/personal-data.ts';
import type { Receiver } from './receiver.store.ts';

/** Requests about persons within an hour, for each client: of the company, and of the provider. */
const LIMIT = 60;

/** Who makes a request about a person's data. One can't use up the requests of the other. */
export type PersonRequester = 'company' | 'provider';

/** Counts a request about a person's data. @throws Failure 429 */
export function beginPersonRequest(deps: Deps, clientId: number, by: PersonRequester): Promise<void> {
  const limit = { name: 'personal data', subject: `${clientId} ${by}`, limit: LIMIT, seconds: HOUR_SECONDS };
  return countAttempt(deps, [limit]);
}

export const toReceiver = ({ by, value }: BodyOf<typeof findReceiver>): Receiver => ({
  by,
  value: searchedValue(by, value),
});

/** Length of the digest in hex characters: enough to recognise the same request again. */
const DIGEST_LENGTH = 16;

/**
 * Returns the record of a search. It contains a keyed digest of the searched value, which proves a request to somebody who
 * knows the value and the key, and reveals nothing to others.
 */
export function recordedSearch({ config }: Pick<Deps, 'config'>, { by, value }: Receiver) {
  const digest = hmacSha256('personal data', config.JWT_SECRET, `${by} ${value.toLowerCase()}`).toString('hex');
  return { by, digest: digest.slice(0, DIGEST_LENGTH) };
}
