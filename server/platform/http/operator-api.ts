import qs from 'qs';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { type FieldError, fieldErrorsOf } from '#shared/http/failure.ts';

/** Client of the operator API: calls it over HTTP with a key, as an external client does. */
export interface OperatorApi {
  /** @throws OperatorApiError for an error status, any other error when there is no response */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** Whether the server's readiness probe succeeds. */
  isReady(): Promise<boolean>;
}

/** Error response of the operator API. */
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

/** Timeout of a request, in ms. */
const TIMEOUT_MS = 30_000;

/** Creates a client of the operator API. @param url address of the server @param stopped aborts all calls */
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
