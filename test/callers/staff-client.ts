import type { Deps } from '#server/integrations/deps.ts';
import { ensureKey } from '#server/provider/settings/key.ts';
import { providerRoutes } from '#server/provider/settings/provider.routes.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import { loadExamples } from '#shared/provider/staff-setup.ts';
import { startTestGateway, type TestGateway } from '#test/app/test-gateway.ts';
import { uniqueText } from '#test/fuzz/unique-text.ts';
import { createHttpClient, type HttpClient, type TestResponse } from './http-client.ts';

/** The first key of the provider's API in tests. */
export const PROVIDER_KEY = 'ops_a-key-of-the-provider-that-only-these-tests-know';

/** Returns a name that no key has. */
export const keyName = (): string => uniqueText('Programa ');

/** Makes calls of the provider's API, with its first key or another. */
export function createStaffClient({ call }: Pick<HttpClient, 'call'>, key = PROVIDER_KEY) {
  return <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<TestResponse<E>> =>
    call(endpoint, { ...input, headers: { 'x-api-key': key } });
}

/** Loads the example tariff, terms and pickup points into a new installation. */
export async function loadExampleData(url: string, key = PROVIDER_KEY): Promise<void> {
  const { status } = await createStaffClient(createHttpClient(url), key)(loadExamples);
  if (status !== 200) throw new Error(`the examples were refused: ${status}`);
}

/** Starts the provider's API with other features. Clients have no sessions: the test names the caller. */
export async function startStaffGateway(
  features: Parameters<typeof startTestGateway>[0],
  more: Partial<Deps> = {},
): Promise<{ gateway: TestGateway; staff: ReturnType<typeof createStaffClient> }> {
  const gateway = await startTestGateway([...features, providerRoutes], {}, more);
  await ensureKey(gateway.deps, 'tests', PROVIDER_KEY);
  return { gateway, staff: createStaffClient(gateway) };
}
