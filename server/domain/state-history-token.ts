import type { Config } from '#server/config/config.ts';
import { constantTimeEqual, hmacSha256 } from '#server/platform/hmac.ts';

/** Hex digits of a token: 160 bits, and short enough for a path. */
const LENGTH = 40;

type Secrets = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'STRICT_CONTRACT' | 'PUBLIC_STATES_TOKEN'>;

function signStatesToken(secret: string, trackingId: string): string {
  return hmacSha256('states', secret, trackingId).toString('hex').slice(0, LENGTH);
}

/** What opens the public history of one order (readings S1); handed out with the order's detail. */
export function statesToken(config: Secrets, trackingId: string): string {
  return signStatesToken(config.JWT_SECRET, trackingId);
}

/**
 * Whether a token opens an order's history: its own, one by the previous secret while that is rotated, or, in strict
 * mode, the fixed one (readings R4). Takes the same time for every wrong token.
 */
export function isValidStatesToken(config: Secrets, trackingId: string, token: string): boolean {
  const right = [
    signStatesToken(config.JWT_SECRET, trackingId),
    ...(config.JWT_SECRET_PREVIOUS ? [signStatesToken(config.JWT_SECRET_PREVIOUS, trackingId)] : []),
    ...(config.STRICT_CONTRACT && config.PUBLIC_STATES_TOKEN ? [config.PUBLIC_STATES_TOKEN] : []),
  ];
  return right.map((text) => constantTimeEqual(text, token)).includes(true);
}
