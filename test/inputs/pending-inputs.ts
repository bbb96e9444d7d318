import { addDays, localDay } from '#shared/kit/days.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { requestModification } from '#shared/orders/modifications.ts';
import { listPending } from '#shared/orders/pending.ts';
import { decideModification } from '#shared/orders/staff-modifications.ts';
import type { HttpClient } from '#test/callers/http-client.ts';
import { type ProviderClient, providerEvent } from '#test/callers/provider-client.ts';
import type { createStaffClient } from '#test/callers/staff-client.ts';
import type { PopulatedClient } from '#test/fixtures/client-factory.ts';
import { orderEdit } from '#test/fixtures/order-factory.ts';

interface PendingWorld {
  app: HttpClient;
  client: PopulatedClient;
  provider: ProviderClient;
  staff: ReturnType<typeof createStaffClient>;
  clientId: () => Promise<number>;
  anotherOrder: () => Promise<{ tracking: string; label: string }>;
}

/** Creates a rejected modification. @returns the id of its open item */
async function pendingItem({ app, client, provider, staff, clientId, anotherOrder }: PendingWorld): Promise<number> {
  const { tracking, label } = await anotherOrder();
  await provider.sendEvents(providerEvent(label, 'retirado', new Date()));
  const asked = { token: client.token, params: { id: tracking }, body: orderEdit() };
  const { body } = await app.call(requestModification, asked);
  const params = { clientId: await clientId(), id: body.results.id };
  await staff(decideModification, { params, body: { approved: false, reason: 'No se puede' } });
  const query = { kind: 'modification_rejected', limit: '100' };
  const items = await app.call(listPending, { token: client.token, query });
  return items.body.results.find(({ thing }) => thing.tracking_id === tracking)?.id ?? 0;
}

/** Valid inputs of the calls of open items. */
export function pendingInputs(world: () => PendingWorld): Record<string, () => Promise<CallInput<AnyEndpoint>>> {
  return {
    listPending: async () => {
      await pendingItem(world());
      return { query: { kind: 'resolve' } };
    },
    readToday: async () => ({}),
    snoozePending: async () => ({
      params: { id: await pendingItem(world()) },
      body: { until: addDays(localDay(new Date()), 3) },
    }),
    closePending: async () => ({ params: { id: await pendingItem(world()) } }),
  };
}
