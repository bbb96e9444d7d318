import qs from 'qs';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { type FieldError, fieldErrorsOf } from '#shared/http/failure.ts';

/** The provider's entry as a stranger reaches it: over HTTP, with a key. */
export interface OperatorApi {
  /** @throws OperatorApiError for an answer that isn't a success, anything else when there is no answer */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** Whether the server says of itself that it is ready. */
  isReady(): Promise<boolean>;
}

/** The entry answered, and said no. */
export class OperatorApiError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[]) {
    super(message);
    this.name = 'OperatorApiError';
    this.status = status;
    this.errors = errors;
  }
}

/** Longest wait for an answer, in ms. */
const TIMEOUT_MS = 30_000;

/** The entry of the server at an address, called until the signal is aborted, if there is one. */
export function createOperatorApi(url: string, key: string, stopped?: AbortSignal): OperatorApi {
  const signal = () => AbortSignal.any([...(stopped ? [stopped] : []), AbortSignal.timeout(TIMEOUT_MS)]);
  return {
    async call(endpoint, { params, query, body } = {}) {
      const path = buildPath(endpoint, params as Record<string, string>);
      const response = await fetch(`${url}/api${path}${qs.stringify(query, { addQueryPrefix: true })}`, {
        method: endpoint.method,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: signal(),
      });
      const answer = await response.json().catch(() => ({}));
      if (!response.ok)
        throw new OperatorApiError(response.status, answer.message ?? response.statusText, fieldErrorsOf(answer));
      return answer;
    },
    async isReady() {
      const response = await fetch(`${url}/readyz`, { signal: signal() });
      await response.arrayBuffer();
      return response.ok;
    },
  };
}
