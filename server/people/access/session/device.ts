import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { cookieHeader, readCookie } from '#server/platform/http/request/cookie.ts';
import { deviceName } from '#server/platform/http/request/device-name.ts';
import { ipNetwork } from '#server/platform/network/ip-network.ts';
import { generateToken, tokenDigest } from '#server/platform/secrets/token-hash.ts';
import { DAY_SECONDS } from '#shared/kit/time-units.ts';

/** Name of the cookie that identifies a browser. All its users share the cookie, and it permits no call. */
const DEVICE_COOKIE = 'remito_device';

/** Days until a browser forgets the cookie, counted from the last login. Browsers keep no cookie longer. */
export const COOKIE_DAYS = 400;

const TOKEN = /^[\w-]{43}$/;

/** The device that a login comes from. */
export interface Device {
  /** Browser and system: `Firefox en Windows`. */
  name: string;
  network: string;
  /** Hash that identifies the device. */
  hash: Buffer;
  /** Value of the browser's cookie; null for a program, which doesn't keep cookies. */
  cookie: string | null;
}

/**
 * Returns the device of a request. A browser has a cookie, or gets one; a program is identified by its name and its network. A thief
 * of a password lacks the cookie, even with the same browser in the same office.
 */
export function deviceOf(request: FastifyRequest): Device {
  const userAgent = request.headers['user-agent'] ?? '';
  const device = { name: deviceName(userAgent), network: ipNetwork(request.ip) };
  // All browsers call themselves Mozilla.
  if (!userAgent.startsWith('Mozilla/')) {
    const [program] = userAgent.split('/', 1);
    return { ...device, hash: tokenDigest(`${program}\n${device.network}`), cookie: null };
  }
  const sent = readCookie(request, DEVICE_COOKIE) ?? '';
  const cookie = TOKEN.test(sent) ? sent : generateToken();
  return { ...device, hash: tokenDigest(cookie), cookie };
}

/** Adds the cookie of a browser to the response of its login, except in strict mode, which knows no devices. */
export function rememberDevice(
  { PUBLIC_URL, STRICT_CONTRACT }: Config,
  { cookie }: Device,
  header: (name: string, value: string) => void,
): void {
  if (cookie === null || STRICT_CONTRACT) return;
  const https = new URL(PUBLIC_URL).protocol === 'https:';
  const seconds = COOKIE_DAYS * DAY_SECONDS;
  header('set-cookie', cookieHeader({ name: DEVICE_COOKIE, value: cookie, path: '/api', seconds, https }));
}
