import type { Config } from '#server/config/config.ts';
import { constantTimeEqual, hmacSha256 } from '#server/platform/secrets/hmac.ts';
import { buildPath } from '#shared/kit/http/endpoint.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import { labelPng } from '#shared/orders/labels.ts';

type Secrets = Pick<Config, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>;

/** The label that a signed URL shows. `step` is its expiry in steps of `STEP_MS` since 1970. */
interface LabelTokenClaims {
  clientId: number;
  shipmentId: number;
  step: number;
}

/** URLs expire at the end of a step: a label's URL stays the same for 5 minutes and is valid for 10 to 15 minutes. */
const STEP_MS = 5 * MINUTE_MS;
const STEPS = 3;

/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

const TOKEN = /^([0-9a-z]{1,9})-([0-9a-z]{1,9})-([0-9a-z]{1,9})-([\w-]{22})$/;

function signLabelToken({ clientId, shipmentId, step }: LabelTokenClaims, secret: string): string {
  const payload = `${clientId.toString(36)}-${shipmentId.toString(36)}-${step.toString(36)}`;
  return `${payload}-${hmacSha256('label', secret, payload).toString('base64url').slice(0, SIGNATURE_LENGTH)}`;
}

/** Maximum number of shipments whose tokens are cached. Lists show the same shipments again and again. */
const TOKEN_CACHE_SIZE = 20_000;

/** Cache of tokens by shipment, for one step and secret. */
const tokenCache = { step: 0, secret: '', tokens: new Map<string, string>() };

function cachedToken(claims: LabelTokenClaims, secret: string): string {
  const { step, tokens } = tokenCache;
  if (step !== claims.step || tokenCache.secret !== secret || tokens.size >= TOKEN_CACHE_SIZE) {
    Object.assign(tokenCache, { step: claims.step, secret });
    tokens.clear();
  }
  const key = `${claims.clientId} ${claims.shipmentId}`;
  let token = tokens.get(key);
  if (token === undefined) {
    token = signLabelToken(claims, secret);
    tokens.set(key, token);
  }
  return token;
}

const PATH = `/api${buildPath(labelPng, { token: 'TOKEN' })}`;

/**
 * Returns a function that signs the URLs of a client's labels as PNG, by shipment id. A URL is valid for at least ten
 * minutes and shows its label without a login.
 */
export function signedLabelUrls({ JWT_SECRET }: Secrets, clientId: number, now: Date): (shipmentId: number) => string {
  const step = Math.floor(now.getTime() / STEP_MS) + STEPS;
  return (shipmentId) => PATH.replace('TOKEN', cachedToken({ clientId, shipmentId, step }, JWT_SECRET));
}

/** Reads the token of a signed URL; null if the signature is wrong or the token has expired. */
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
  const valid = secrets
    .map((secret) => constantTimeEqual(signLabelToken({ clientId, shipmentId, step }, secret), token))
    .includes(true);
  return valid && step * STEP_MS > now.getTime() ? { clientId, shipmentId } : null;
}

/** Longest text that is parsed as a URL. Labels' URLs are much shorter; an embedded picture (`data:`) is longer. */
const MAX_URL_LENGTH = 2000;

/** Returns the token in a URL of a label, relative or below `publicUrl`; null for any other URL. */
export function tokenInLabelUrl(text: string, publicUrl: string): string | null {
  if (text.length > MAX_URL_LENGTH) return null;
  const url = URL.canParse(text, publicUrl) ? new URL(text, publicUrl) : null;
  const [before = '', after = ''] = PATH.split('TOKEN');
  if (url?.origin !== new URL(publicUrl).origin || url.search || url.hash) return null;
  if (!url.pathname.startsWith(before) || !url.pathname.endsWith(after)) return null;
  return url.pathname.slice(before.length, -after.length);
}
