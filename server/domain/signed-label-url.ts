import type { Config } from '#server/config/config.ts';
import { constantTimeEqual, hmacSha256 } from '#server/platform/hmac.ts';
import { buildPath } from '#shared/http/endpoint.ts';
import { labelPng } from '#shared/labels.ts';

type Secrets = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>;

/** Whose label an address shows, and until when, in steps of STEP_MS since 1970. */
interface LabelTokenClaims {
  clientId: number;
  shipmentId: number;
  step: number;
}

/** Addresses end with a step, so that a client's look alike for five minutes and live ten to fifteen. */
const STEP_MS = 5 * 60_000;
const STEPS = 3;

/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

const TOKEN = /^([0-9a-z]{1,9})-([0-9a-z]{1,9})-([0-9a-z]{1,9})-([\w-]{22})$/;

function signLabelToken({ clientId, shipmentId, step }: LabelTokenClaims, secret: string): string {
  const named = `${clientId.toString(36)}-${shipmentId.toString(36)}-${step.toString(36)}`;
  return `${named}-${hmacSha256('label', secret, named).toString('base64url').slice(0, SIGNATURE_LENGTH)}`;
}

/** Shipments whose tokens are cached at most; lists show the same ones again and again. */
const TOKEN_CACHE_SIZE = 20_000;

/** Tokens by shipment, of one step and secret. */
const tokenCache = { step: 0, secret: '', tokens: new Map<string, string>() };

function cachedToken(named: LabelTokenClaims, secret: string): string {
  const { step, tokens } = tokenCache;
  if (step !== named.step || tokenCache.secret !== secret || tokens.size >= TOKEN_CACHE_SIZE) {
    Object.assign(tokenCache, { step: named.step, secret });
    tokens.clear();
  }
  const key = `${named.clientId} ${named.shipmentId}`;
  let token = tokens.get(key);
  if (token === undefined) {
    token = signLabelToken(named, secret);
    tokens.set(key, token);
  }
  return token;
}

const PATH = `/api${buildPath(labelPng, { token: 'TOKEN' })}`;

/**
 * Addresses of a client's labels as PNG, by shipment id. Each is valid for at least ten minutes and shows its label without
 * a login.
 */
export function signedLabelUrls({ JWT_SECRET }: Secrets, clientId: number, now: Date): (shipmentId: number) => string {
  const step = Math.floor(now.getTime() / STEP_MS) + STEPS;
  return (shipmentId) => PATH.replace('TOKEN', cachedToken({ clientId, shipmentId, step }, JWT_SECRET));
}

/** What a token of such an address names; null for one that we didn't sign, or that is over. */
export function readLabelToken(
  { JWT_SECRET, JWT_SECRET_PREVIOUS }: Secrets,
  token: string,
  now: Date,
): Pick<LabelTokenClaims, 'clientId' | 'shipmentId'> | null {
  const [, client = '', shipment = '', end = ''] = TOKEN.exec(token) ?? [];
  const [clientId, shipmentId, step] = [client, shipment, end].map((text) => Number.parseInt(text, 36)) as [
    number,
    number,
    number,
  ];
  const secrets = [JWT_SECRET, JWT_SECRET_PREVIOUS].filter(Boolean);
  const right = secrets
    .map((secret) => constantTimeEqual(signLabelToken({ clientId, shipmentId, step }, secret), token))
    .includes(true);
  return right && step * STEP_MS > now.getTime() ? { clientId, shipmentId } : null;
}

/** No address of a label comes near this; pictures do, which stand in the same place. */
const MAX_URL_LENGTH = 2000;

/** The token in an address of ours, relative or below `publicUrl`; null for any other address. */
export function tokenInLabelUrl(address: string, publicUrl: string): string | null {
  if (address.length > MAX_URL_LENGTH) return null;
  const url = URL.canParse(address, publicUrl) ? new URL(address, publicUrl) : null;
  const [before = '', after = ''] = PATH.split('TOKEN');
  if (url?.origin !== new URL(publicUrl).origin || url.search || url.hash) return null;
  if (!url.pathname.startsWith(before) || !url.pathname.endsWith(after)) return null;
  return url.pathname.slice(before.length, -after.length);
}
