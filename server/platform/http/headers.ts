import type { FastifyReply } from 'fastify';

/** Content-Security-Policy of the portal: no inline code, no other origins, Trusted Types for every sink. */
const PORTAL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Content-Security-Policy of the console: as the portal's, without frames and workers. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Content-Security-Policy of server-rendered pages: no scripts. */
export const SCRIPTLESS_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Keeps browsers on https for a year. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Returns the headers of an HTML page. `https` adds HSTS. */
export function pageHeaders(https: boolean, policy: string = PORTAL_POLICY): Record<string, string> {
  return { ...COMMON_HEADERS, 'content-security-policy': policy, ...(https && HSTS) };
}

const DEFAULT_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Adds default headers to a response, without replacing existing ones: no caching, no framing. Doesn't depend on the path,
 * which has many spellings. A PDF gets no Content-Security-Policy. `https` adds HSTS.
 */
export function setHeaders(reply: FastifyReply, https: boolean): void {
  const pdf = String(reply.getHeader('content-type') ?? '').startsWith('application/pdf');
  for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...(https && HSTS) })) {
    if (!reply.hasHeader(name) && !(pdf && name === 'content-security-policy')) reply.header(name, value);
  }
}
