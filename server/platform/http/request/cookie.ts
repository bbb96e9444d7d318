import type { FastifyRequest } from 'fastify';

/** Returns the value of a request's cookie; null without one. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** A cookie that only our pages send back and no script can read. */
export interface Cookie {
  name: string;
  value: string;
  path: string;
  /** Lifetime in seconds; 0 deletes the cookie. */
  seconds: number;
  https: boolean;
}

/** Returns the `Set-Cookie` header of a cookie. */
export function cookieHeader({ name, value, path, seconds, https }: Cookie): string {
  const flags = [`Path=${path}`, 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`, ...(https ? ['Secure'] : [])];
  return [`${name}=${value}`, ...flags].join('; ');
}
