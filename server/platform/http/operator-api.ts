import qs from 'qs';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { type FieldError, fieldErrorsOf } from '#shared/http/failure.ts';

/** Client of the operator API: calls it over HTTP with a key or a session, as an external client does. */
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

/** Key of a system, or token of a person's session; null for the calls of a login. */
export type Credentials = { key: string } | { token: string } | null;

/** User agent, which names the session in a person's list. */
const USER_AGENT = `remito-ops (${process.platform})`;

function authentication(credentials: Credentials): Record<string, string> {
  if (credentials === null) return {};
  return 'key' in credentials ? { 'x-api-key': credentials.key } : { authorization: `Bearer ${credentials.token}` };
}

/** Creates a client of the operator API. @param url address of the server @param stopped aborts all calls */
export function createOperatorApi(url: string, credentials: Credentials, stopped?: AbortSignal): OperatorApi {
  const signal = () => AbortSignal.any([...(stopped ? [stopped] : []), AbortSignal.timeout(TIMEOUT_MS)]);
  return {
    async call(endpoint, { params, query, body } = {}) {
      const path = buildPath(endpoint, params as Record<string, string>);
      const response = await fetch(`${url}/api${path}${qs.stringify(query, { addQueryPrefix: true })}`, {
        method: endpoint.method,
        headers: {
          'user-agent': USER_AGENT,
          ...authentication(credentials),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
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
