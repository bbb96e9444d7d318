import type { AnyEndpoint, CallInput } from '#shared/http/endpoint.ts';
import type { HttpClient, TestAnswer } from './http-client.ts';

/** The first key of the provider's entry in tests. */
export const OPERATOR_KEY = 'the key of the provider, which only these tests know';

/** Makes calls of the provider's entry, with its first key or another. */
export function operatorOf({ call }: Pick<HttpClient, 'call'>, key = OPERATOR_KEY) {
  return <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<TestAnswer<E>> =>
    call(endpoint, { ...input, headers: { 'x-api-key': key } });
}
