import { deliveryModes } from '#shared/orders/lookups.ts';
import { type GatewayConnection, GatewayError } from './gateway-connection.ts';

/** Timeout of the ping, in ms. The readiness probe waits for it. */
const PING_MS = 1000;

/** Sends an anonymous request to the gateway. @throws GatewayError when there is no response, or a 5xx status */
export async function pingGateway(gateway: GatewayConnection): Promise<void> {
  const answer = await gateway.send({
    method: 'GET',
    path: `/api${deliveryModes.path}`,
    headers: { accept: 'application/json' },
    body: null,
    silenceMs: PING_MS,
    signal: AbortSignal.timeout(PING_MS),
  });
  answer.resume();
  if ((answer.statusCode ?? 500) >= 500) throw new GatewayError(`status ${answer.statusCode}`);
}
