import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { createPackagePreset } from '#shared/orders/product/package-presets.ts';
import type { TestApp } from '#test/app/test-app.ts';
import type { PopulatedClient } from '#test/fixtures/client-factory.ts';

type Input = CallInput<AnyEndpoint>;

/** Valid inputs of the calls about package presets. */
export function presetInputs(around: () => { app: TestApp; client: PopulatedClient }) {
  async function anotherPreset(): Promise<number> {
    const { app, client } = around();
    const body = { name: 'Sobre', length: 30, width: 20, height: 1, weight: 100 };
    return (await app.call(createPackagePreset, { token: client.token, body })).body.results.id;
  }
  return {
    listPackagePresets: () => ({}),
    createPackagePreset: () => ({ body: { name: 'Caja chica', length: 20, width: 15, height: '10', weight: 500 } }),
    updatePackagePreset: () => ({
      params: { id: around().client.ids.preset },
      body: { name: 'Caja grande', length: 60, width: 40, height: 40, weight: 9000 },
    }),
    removePackagePreset: async () => ({ params: { id: await anotherPreset() } }),
  } satisfies Record<string, () => Input | Promise<Input>>;
}
