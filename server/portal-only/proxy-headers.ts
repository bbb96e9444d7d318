import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { BACKGROUND_HEADER } from '#shared/http/endpoint.ts';

/**
 * What the gateway gets of a request: what describes the body, the wanted answer and the caller's bearer. Any other header
 * may mean something to a gateway or to a proxy before it (another path, another method, another visitor).
 */
const SENT = new Set([
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

/** What the gateway reads of a visitor. */
export interface Visitor {
  /** Address that the request came from, proxies that are trusted left out. */
  ip: string;
  /** Where people reach the portal. */
  publicUrl: string;
}

/** The headers that go on to the gateway. */
export function requestHeaders(headers: IncomingHttpHeaders, hasBody: boolean, visitor: Visitor): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    ([name]) => SENT.has(name) && !named.includes(name) && (hasBody || name !== 'content-length'),
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
 * What browsers are told of the gateway's answers: what describes the answer. What commands a browser (cookies, policies,
 * other origins' rights, a password dialog) is for the host that serves the portal to say.
 */
const ANSWERED = [
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

/** The headers that go back to the browser. */
export function answerHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(ANSWERED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

/**
 * Where a redirect leads on our own host, which the browser then asks itself.
 *
 * @param path that was asked for, and that a relative address starts from
 * @returns null for an address on another host than the gateway's, or outside of what is forwarded
 */
export function rewriteRedirect(location: string | undefined, gatewayUrl: string, path: string): string | null {
  const base = gatewayUrl.replace(/\/$/, '');
  if (location === undefined || !URL.canParse(location, base + path)) return null;
  const { origin, pathname, search } = new URL(location, base + path);
  const prefix = new URL(base).pathname.replace(/\/$/, '');
  if (origin !== new URL(base).origin || !pathname.startsWith(`${prefix}/api/`)) return null;
  return pathname.slice(prefix.length) + search;
}
