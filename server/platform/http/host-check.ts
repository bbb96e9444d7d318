import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#server/platform/log.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { Failure } from '#shared/http/failure.ts';

export interface HostCheck {
  /** Whether a host, as in the header Host, may be named by a request. */
  isAllowed: (host: string) => boolean;
  /** Whether visitors of other machines, as a proxy names them, are answered. */
  allowRemoteClients: boolean;
  /** Spanish sentence of the refusal. */
  message: string;
}

/**
 * Answers 421 (RFC 9110 §15.5.20) to every request that names another host than the allowed ones, or none. A reverse proxy
 * may send its own Host: the forwarded headers and Origin count as well. Whatever a client claims there can only make its
 * request refused.
 */
export function refuseOtherHosts(
  http: FastifyInstance,
  { isAllowed, allowRemoteClients, message }: HostCheck,
  log: Log,
): void {
  let logged = false;
  http.addHook('onRequest', async (request) => {
    const wrong =
      requestedHosts(request).find((host) => !isAllowed(host)) ??
      (allowRemoteClients ? undefined : clientAddresses(request).find((address) => !isLoopback(address)));
    if (wrong === undefined) return;
    if (!logged) log.warn({ host: wrong.slice(0, 100) }, 'a request for another host was refused (said once)');
    logged = true;
    throw new Failure(421, message);
  });
}

/** Every host that a request names; an empty text where it has no Host at all (HTTP/1.0). */
function requestedHosts({ headers }: FastifyRequest): string[] {
  const { origin } = headers;
  return [
    headers.host ?? '',
    ...listed(headers['x-forwarded-host']),
    ...forwarded(headers.forwarded, 'host'),
    // Browsers send "null" with forms of a page without a referrer.
    ...(origin && origin !== 'null' ? [origin.replace(/^https?:\/\//, '')] : []),
  ];
}

/** The visitor's address as the nearest proxy has seen it: the last of each list. */
function clientAddresses({ headers }: FastifyRequest): string[] {
  return [
    ...listed(headers['x-forwarded-for']).slice(-1),
    ...listed(headers['x-real-ip']).slice(-1),
    ...forwarded(headers.forwarded, 'for').slice(-1),
  ];
}

const listed = (header: string | string[] | undefined): string[] =>
  [header ?? []].flat().flatMap((text) => text.split(',').map((one) => one.trim()));

/** Values of a parameter of the header Forwarded (RFC 7239), in their order. */
function forwarded(header: string | undefined, parameter: 'host' | 'for'): string[] {
  const pairs = (header ?? '').split(/[,;]/).map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.toLowerCase().startsWith(`${parameter}=`))
    .map((pair) => pair.slice(parameter.length + 1).replaceAll('"', ''));
}
