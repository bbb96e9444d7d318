import type { Deps } from '#server/integrations/deps.ts';
import { ensureKey, generateKey } from '#server/provider/settings/key.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { TestApp } from '#test/app/test-app.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';

/** States of a shipment that comes back to its sender, from its collection on. */
export const RETURNED = ['retirado', 'en_curso', 'rechazado', 'devolucion', 'devuelto'];

let counter = 0;

/** Builds an event as the provider's systems send it, each with another id. */
export function providerEvent(label: string, state: string, at: Date | string, changes: Record<string, unknown> = {}) {
  counter++;
  return {
    event_id: `e-${counter}`,
    shipment_id: label,
    state,
    at: at instanceof Date ? at.toISOString() : at,
    ...changes,
  };
}

/** Client of the provider's API with its own key. */
export interface ProviderClient {
  headers: Record<string, string>;
  /** Sends events, unknown states included. @returns the result of each, or the reason of its refusal */
  sendEvents(...events: unknown[]): Promise<string[]>;
  /** Sends an event of a shipment. @returns the path parameter of its calls */
  move(label: string, state: string): Promise<{ id: string }>;
}

/** Creates a key and a client that uses it. */
export async function startProviderClient(
  deps: Deps,
  server: Pick<TestGateway | TestApp, 'call'>,
): Promise<ProviderClient> {
  const key = generateKey();
  await ensureKey(deps, 'tests', key);
  const headers = { 'x-api-key': key };
  const client: ProviderClient = {
    headers,
    async sendEvents(...events) {
      const { status, body } = await server.call(recordEvents, { headers, body: { events, accept_unknown: true } });
      if (status !== 200) throw new Error(`${status} ${body.message}`);
      return body.results.map(({ result, reason }) => reason ?? result);
    },
    async move(id, state) {
      await client.sendEvents(providerEvent(id, state, new Date()));
      return { id };
    },
  };
  return client;
}
