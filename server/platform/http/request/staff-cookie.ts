import type { FastifyRequest } from 'fastify';
import { bearerToken } from './bearer-token.ts';
import { cookieHeader, readCookie } from './cookie.ts';

/** Cookie of a browser's session of the staff. */
export const STAFF_COOKIE = 'remito_staff';

/** Returns the value of the session's cookie; null without one. */
export const staffCookie = (request: FastifyRequest): string | null => readCookie(request, STAFF_COOKIE);

/** Whether a request has a session of the staff, valid or not: a terminal's token or a browser's cookie. */
export function sendsStaffSession(request: FastifyRequest): boolean {
  return bearerToken(request.headers.authorization) !== null || staffCookie(request) !== null;
}

/**
 * Returns a `Set-Cookie` header that only our pages send back, only to the provider's API, and no script can read.
 *
 * @param seconds lifetime; 0 deletes the cookie
 */
export function setStaffCookie(token: string, seconds: number, https: boolean): string {
  return cookieHeader({ name: STAFF_COOKIE, value: token, path: '/api/ops', seconds, https });
}
