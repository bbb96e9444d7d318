import qs from 'qs';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type FieldError, fieldErrorsOf } from '#shared/kit/http/failure.ts';

/** Client of the provider's API: calls it over HTTP with a key or a session, as an external client does. */
export interface ProviderApi {
  /** @throws ProviderApiError for an error status, any other error when there is no response */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** Makes a call whose answer is a file. Throws as `call` does. */
  download<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<Uint8Array>;
  /** Whether the server's readiness probe succeeds. */
  isReady(): Promise<boolean>;
}

/** Error response of the provider's API. */
export class ProviderApiError extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Code of the refusal, such as `step_up_required`. */
  readonly code: string | undefined;

  constructor(status: number, message: string, errors: readonly FieldError[], code?: string) {
    super(message);
    this.name = 'ProviderApiError';
    this.status = status;
    this.errors = errors;
    this.code = code;
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

/** Creates a client of the provider's API. @param url address of the server @param stopped aborts all calls */
export function createProviderApi(url: string, credentials: Credentials, stopped?: AbortSignal): ProviderApi {
  const signal = () => AbortSignal.any([...(stopped ? [stopped] : []), AbortSignal.timeout(TIMEOUT_MS)]);
  async function send(endpoint: AnyEndpoint, { params, query, body }: CallInput<AnyEndpoint>): Promise<Response> {
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
    if (response.ok) return response;
    const answer = await response.json().catch(() => ({}));
    const message = answer.message ?? response.statusText;
    throw new ProviderApiError(response.status, message, fieldErrorsOf(answer), answer.code);
  }
  return {
    async call(endpoint, input = {}) {
      const response = await send(endpoint, input as CallInput<AnyEndpoint>);
      return response.json().catch(() => ({}));
    },
    async download(endpoint, input = {}) {
      return (await send(endpoint, input as CallInput<AnyEndpoint>)).bytes();
    },
    async isReady() {
      const response = await fetch(`${url}/readyz`, { signal: signal() });
      await response.arrayBuffer();
      return response.ok;
    },
  };
}
