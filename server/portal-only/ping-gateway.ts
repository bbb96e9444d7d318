import { deliveryModes } from '#shared/lookups.ts';
import { type GatewayConnection, GatewayError } from './gateway-connection.ts';

/** How long the gateway may take, in ms: whoever asks whether we are ready waits for it. */
const PING_MS = 1000;

/** Asks the gateway a call that it must know, as nobody. @throws GatewayError when it gives no answer, or a failure */
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
