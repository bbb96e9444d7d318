import type { Metrics } from '#server/cluster/metrics.ts';
import type { Config } from '#server/config/config.ts';
import { createEgress, EgressError } from '#server/platform/egress.ts';
import type { Log } from '#server/platform/log.ts';
import { Failure } from '#shared/http/failure.ts';
import { messages } from '#shared/messages.ts';

/** What the gateway answered; a body that is no JSON is null. */
export interface GatewayResponse {
  status: number;
  body: unknown;
}

/**
 * Asks the gateway something for ourselves.
 *
 * @param path below `/api`
 * @throws Failure 503 when it doesn't answer, or not with less than 500
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
  const trouble = (reason: string) => {
    log.warn({ reason }, 'the gateway gave no answer');
    return gatewayUnavailable();
  };
  return async (path, authorization) => {
    const headers = { accept: 'application/json', ...(authorization && { authorization }) };
    try {
      const { status, body } = await egress(`${GATEWAY_URL}/api${path}`, { headers });
      if (status >= 500) throw trouble(`status ${status}`);
      return { status, body: jsonIn(body) };
    } catch (error) {
      throw error instanceof EgressError ? trouble(error.kind) : error;
    }
  };
}

/** What a sender is told when the gateway doesn't answer. */
export const gatewayUnavailable = () =>
  new Failure(503, messages.unavailable, [], { code: 'unavailable', retryAfter: 5 });

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
