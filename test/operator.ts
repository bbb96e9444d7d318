import { createAuthenticate } from '#server/features/access/session.ts';
import { operatorRoutes } from '#server/features/operator/operator.routes.ts';
import { admitKey } from '#server/features/operator/operator-key.ts';
import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import { loadExamples } from '#shared/ops/setup.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { clientOf, type HttpClient, type TestAnswer } from './http-client.ts';

/** The first key of the provider's entry in tests. */
export const OPERATOR_KEY = 'ops_a-key-of-the-provider-that-only-these-tests-know';

/** Makes calls of the provider's entry, with its first key or another. */
export function operatorOf({ call }: Pick<HttpClient, 'call'>, key = OPERATOR_KEY) {
  return <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<TestAnswer<E>> =>
    call(endpoint, { ...input, headers: { 'x-api-key': key } });
}

/** Puts the example tariff, terms and pickup points into an installation that has none yet. */
export async function putExamples(url: string, key = OPERATOR_KEY): Promise<void> {
  const { status } = await operatorOf(clientOf(url), key)(loadExamples);
  if (status !== 200) throw new Error(`the examples were refused: ${status}`);
}

/** The provider's entry beside other features. Clients have no sessions here: they are who the test says. */
export async function startEntry(
  features: Parameters<typeof startGateway>[0],
): Promise<{ gateway: Gateway; operator: ReturnType<typeof operatorOf> }> {
  const gateway = await startGateway([
    ...features,
    (mount, deps) => operatorRoutes(mount, deps, createAuthenticate(deps)),
  ]);
  await admitKey(gateway.deps, 'tests', OPERATOR_KEY);
  return { gateway, operator: operatorOf(gateway) };
}
