import type { Config } from '#server/config/config.ts';
import { constantTimeEqual, hmacSha256 } from '#server/platform/secrets/hmac.ts';

/** Hex digits of a token: 160 bits, and short enough for a path. */
const LENGTH = 40;

type Secrets = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'STRICT_CONTRACT' | 'PUBLIC_STATES_TOKEN'>;

function signStatesToken(secret: string, trackingId: string): string {
  return hmacSha256('states', secret, trackingId).toString('hex').slice(0, LENGTH);
}

/**
 * Returns the token that gives access to the public history of one order (readings S1). The order's detail contains it.
 */
export function statesToken(config: Secrets, trackingId: string): string {
  return signStatesToken(config.JWT_SECRET, trackingId);
}

/**
 * Whether a token gives access to an order's history: a token signed with the current or the previous secret or, in
 * strict mode, `PUBLIC_STATES_TOKEN` (readings R4). Takes the same time for every wrong token.
 */
export function isValidStatesToken(config: Secrets, trackingId: string, token: string): boolean {
  const valid = [
    signStatesToken(config.JWT_SECRET, trackingId),
    ...(config.JWT_SECRET_PREVIOUS ? [signStatesToken(config.JWT_SECRET_PREVIOUS, trackingId)] : []),
    ...(config.STRICT_CONTRACT && config.PUBLIC_STATES_TOKEN ? [config.PUBLIC_STATES_TOKEN] : []),
  ];
  return valid.map((text) => constantTimeEqual(text, token)).includes(true);
}
