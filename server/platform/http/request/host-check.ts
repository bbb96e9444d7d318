import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#server/platform/log.ts';
import { isLoopback } from '#server/platform/network/loopback.ts';
import { Failure } from '#shared/kit/http/failure.ts';

export interface HostCheck {
  /** Whether requests may name a host, as in the header Host. */
  isAllowed: (host: string) => boolean;
  /** Whether clients on other machines, as reported by a proxy, are allowed. */
  allowRemoteClients: boolean;
  /** Spanish message of the refusal. */
  message: string;
}

/**
 * Refuses requests without an allowed host with 421 (RFC 9110 §15.5.20), against DNS rebinding. Checks the forwarded headers
 * and Origin as well, because a reverse proxy may replace Host. A forged header can only get the request refused.
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
    if (!logged) log.warn({ host: wrong.slice(0, 100) }, 'refused a request for another host (logged only once)');
    logged = true;
    throw new Failure(421, message);
  });
}

/** Returns all hosts that a request names, with '' for a missing Host header (HTTP/1.0). */
function requestedHosts({ headers }: FastifyRequest): string[] {
  const { origin } = headers;
  return [
    headers.host ?? '',
    ...listed(headers['x-forwarded-host']),
    ...forwarded(headers.forwarded, 'host'),
    // Browsers send "null" for a form on a page with `referrer-policy: no-referrer`.
    ...(origin && origin !== 'null' ? [origin.replace(/^https?:\/\//, '')] : []),
  ];
}

/** Returns the client addresses that the nearest proxy has added: the last one of each list. */
function clientAddresses({ headers }: FastifyRequest): string[] {
  return [
    ...listed(headers['x-forwarded-for']).slice(-1),
    ...listed(headers['x-real-ip']).slice(-1),
    ...forwarded(headers.forwarded, 'for').slice(-1),
  ];
}

const listed = (header: string | string[] | undefined): string[] =>
  [header ?? []].flat().flatMap((text) => text.split(',').map((item) => item.trim()));

/** Returns the values of a parameter of the header Forwarded (RFC 7239), in order. */
function forwarded(header: string | undefined, parameter: 'host' | 'for'): string[] {
  const pairs = (header ?? '').split(/[,;]/).map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.toLowerCase().startsWith(`${parameter}=`))
    .map((pair) => pair.slice(parameter.length + 1).replaceAll('"', ''));
}
