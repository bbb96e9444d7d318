import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/platform/log.ts';
import { createEgress, EgressError } from '#server/platform/network/egress.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** Response of the gateway. `body` is null if it isn't JSON. */
export interface GatewayResponse {
  status: number;
  body: unknown;
}

/**
 * Sends a GET request of the portal itself to the gateway.
 *
 * @param path path below `/api`
 * @throws Failure 503 when there is no response, or its status is 500 or higher
 */
export type GatewayClient = (path: string, authorization?: string) => Promise<GatewayResponse>;

interface CallsDeps {
  config: Config;
  log: Log;
  metrics: Metrics;
}

export function createGatewayClient({ config: { GATEWAY_URL }, log, metrics }: CallsDeps): GatewayClient {
  const meter = metrics.egress('gateway');
  const egress = createEgress({ origins: [new URL(GATEWAY_URL).origin], allowPrivateNetwork: true, meter });
  const unavailable = (reason: string) => {
    log.warn({ reason }, 'no response from the gateway');
    return gatewayUnavailable();
  };
  return async (path, authorization) => {
    const headers = { accept: 'application/json', ...(authorization && { authorization }) };
    try {
      const { status, body } = await egress(`${GATEWAY_URL}/api${path}`, { headers });
      if (status >= 500) throw unavailable(`status ${status}`);
      return { status, body: jsonIn(body) };
    } catch (error) {
      throw error instanceof EgressError ? unavailable(error.kind) : error;
    }
  };
}

/** Returns the failure for users when the gateway is unavailable. */
export const gatewayUnavailable = () =>
  new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 5 });

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
