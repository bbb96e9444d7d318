import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';

/** Cookie of a browser's session of the staff. */
export const STAFF_COOKIE = 'remito_staff';

/** Returns the value of the session's cookie; null without one. */
export function staffCookie(request: FastifyRequest): string | null {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${STAFF_COOKIE}=`))?.slice(STAFF_COOKIE.length + 1) || null;
}

/** Whether a request has a session of the staff, valid or not: a terminal's token or a browser's cookie. */
export function sendsStaffSession(request: FastifyRequest): boolean {
  return bearerToken(request.headers.authorization) !== null || staffCookie(request) !== null;
}

/**
 * Returns a `Set-Cookie` header that only our pages send back, only to the operator API, and no script can read.
 *
 * @param seconds lifetime; 0 deletes the cookie
 */
export function setStaffCookie(token: string, seconds: number, https: boolean): string {
  const flags = ['Path=/api/ops', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`, ...(https ? ['Secure'] : [])];
  return [`${STAFF_COOKIE}=${token}`, ...flags].join('; ');
}
