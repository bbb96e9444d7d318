import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { batchShipmentLabels } from '#shared/orders/labels.ts';
import { listCollections } from '#shared/orders/staff-collections.ts';
import { openManifest } from '#shared/orders/staff-manifests.ts';
import type { StaffCallWorld } from './staff-call-inputs.ts';

type Input = CallInput<AnyEndpoint>;

/** Inputs of the calls of collections and manifests. */
export function collectionInputs({
  app,
  staff,
  client,
  clientId,
  anotherOrder,
}: StaffCallWorld): Record<string, () => Input | Promise<Input>> {
  /** Prints a shipment. @returns its label, and what opens a manifest of it */
  const waiting = async () => {
    const { label } = await anotherOrder();
    await app.call(batchShipmentLabels, { token: client.token, body: { shippings_id: [label] } });
    const of = await clientId();
    const { body } = await staff(listCollections, { query: { filter: { client: String(of) } } });
    const input = { params: { clientId: of }, body: { address_id: body.results[0]?.address_id } };
    return { label, input };
  };
  const opened = async () => {
    const { label, input } = await waiting();
    const { body } = await staff(openManifest, input);
    return { label, params: { number: body.results.number } };
  };
  const ofManifest = async () => ({ params: (await opened()).params });
  return {
    listCollections: async () => ({ query: { filter: { client: String(await clientId()) } } }),
    printRunSheet: () => ({}),
    listManifests: () => ({ query: { filter: { state: 'abierto' }, limit: '2' } }),
    readManifest: ofManifest,
    printManifest: ofManifest,
    exportManifest: ofManifest,
    openManifest: async () => (await waiting()).input,
    cancelManifest: async () => ({ ...(await ofManifest()), body: { reason: 'Sin chofer' } }),
    checkCodes: async () => {
      const { label, params } = await opened();
      return { params, body: { codes: [label, 'x'] } };
    },
    handOverManifest: async () => {
      const { label, params } = await opened();
      const at = new Date().toISOString();
      return { params, body: { scans: [label, 'x'].map((code) => ({ code, at })) } };
    },
  };
}
