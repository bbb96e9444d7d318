import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** Hex digits of a token: 160 bits, and short enough for a path. */
const LENGTH = 40;

type Secrets = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'STRICT_CONTRACT' | 'PUBLIC_STATES_TOKEN'>;

const keys = new Map<string, Buffer>();

/** A key of its own for this use, derived from the server's secret. */
function keyOf(secret: string): Buffer {
  const known = keys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'states', 32));
  keys.set(secret, key);
  return key;
}

function tokenBy(secret: string, trackingId: string): string {
  return createHmac('sha256', keyOf(secret)).update(trackingId).digest('hex').slice(0, LENGTH);
}

/** What opens the public history of one order (readings S1); handed out with the order's detail. */
export function statesToken(config: Secrets, trackingId: string): string {
  return tokenBy(config.JWT_SECRET, trackingId);
}

/**
 * Whether a token opens an order's history: its own, one by the previous secret while that is rotated, or, in strict
 * mode, the fixed one (readings R4). Takes the same time for every wrong token.
 */
export function opensStates(config: Secrets, trackingId: string, token: string): boolean {
  const right = [
    tokenBy(config.JWT_SECRET, trackingId),
    ...(config.JWT_SECRET_PREVIOUS ? [tokenBy(config.JWT_SECRET_PREVIOUS, trackingId)] : []),
    ...(config.STRICT_CONTRACT && config.PUBLIC_STATES_TOKEN ? [config.PUBLIC_STATES_TOKEN] : []),
  ];
  return right.map((text) => same(text, token)).includes(true);
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
