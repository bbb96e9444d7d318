import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';

/**
 * Request headers that are forwarded: those about the body, content negotiation, and the bearer token. Other headers could
 * change the meaning of the request for the gateway or a proxy before it (path, method, client address).
 */
const FORWARDED = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'pragma',
  'range',
  'traceparent',
  'tracestate',
  'user-agent',
  BACKGROUND_HEADER,
  'x-request-id',
]);

/** Information about the client for the gateway. */
export interface Visitor {
  /** Address of the client, behind trusted proxies. */
  ip: string;
  /** Public address of the portal. */
  publicUrl: string;
}

/** Returns the headers of the request to the gateway. */
export function requestHeaders(headers: IncomingHttpHeaders, hasBody: boolean, visitor: Visitor): OutgoingHttpHeaders {
  const hopByHop = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    ([name]) => FORWARDED.has(name) && !hopByHop.includes(name) && (hasBody || name !== 'content-length'),
  );
  const { protocol, host } = new URL(visitor.publicUrl);
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': visitor.ip,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
  };
}

/**
 * Response headers that are returned to the browser: those that describe the response. Headers that control the browser (cookies,
 * policies, CORS, password dialogs) are up to the portal's server.
 */
const RETURNED = [
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
  'x-request-id',
] as const;

/** Returns the headers of the response to the browser. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(RETURNED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/**
 * Rewrites a redirect of the gateway to the portal's host.
 *
 * @param path requested path, the base of a relative location
 * @returns null for a location on another host than the gateway's, or outside `/api/`
 */
export function rewriteRedirect(location: string | undefined, gatewayUrl: string, path: string): string | null {
  const base = gatewayUrl.replace(/\/$/, '');
  if (location === undefined || !URL.canParse(location, base + path)) return null;
  const { origin, pathname, search } = new URL(location, base + path);
  const prefix = new URL(base).pathname.replace(/\/$/, '');
  if (origin !== new URL(base).origin || !pathname.startsWith(`${prefix}/api/`)) return null;
  return pathname.slice(prefix.length) + search;
}
