import type { FastifyReply } from 'fastify';

/** Content security of the portal's page: nothing inline, nothing from elsewhere, Trusted Types for every sink. */
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

/** Content security of the pages that the server writes itself: they run no script. */
export const SCRIPTLESS_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** Keeps browsers on https for a year. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Headers of an HTML page, the portal's unless another policy is given. `https` adds HSTS. */
export function pageHeaders(https: boolean, policy: string = PORTAL_POLICY): Record<string, string> {
  return { ...EVERYWHERE, 'content-security-policy': policy, ...(https && HSTS) };
}

const ANYTHING_ELSE = {
  ...EVERYWHERE,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Headers of every answer that has none of its own: never stored, never framed. Whether it is a page is not read from the
 * address, which has many spellings. A PDF keeps no document policy. `https` adds HSTS.
 */
export function setHeaders(reply: FastifyReply, https: boolean): void {
  const pdf = String(reply.getHeader('content-type') ?? '').startsWith('application/pdf');
  for (const [name, value] of Object.entries({ ...ANYTHING_ELSE, ...(https && HSTS) })) {
    if (!reply.hasHeader(name) && !(pdf && name === 'content-security-policy')) reply.header(name, value);
  }
}
