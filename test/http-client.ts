import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { toQueryString } from './query-string.ts';

/** What a call answered, status and headers included. */
export interface TestResponse<E> {
  status: number;
  headers: Headers;
  /** Parsed JSON, else null. */
  body: ReplyOf<E> & { message?: string; code?: string; errors?: { field: string; message: string }[] };
  bytes: Uint8Array;
}

/** Makes declared calls over HTTP. `token` makes a call a client's. */
export interface HttpClient {
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E> & { token?: string | undefined; headers?: Record<string, string>; form?: FormData },
  ): Promise<TestResponse<E>>;
  /** Any request, for what the contract would not let through. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Everything that was answered; of a stream, what comes first. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return new Uint8Array(await response.arrayBuffer());
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return value ?? new Uint8Array();
}

/** A request and a copy of its answer. */
export interface ObservedResponse {
  method: string;
  path: string;
  headers: Headers;
  answer: Response;
}

/** Calls the server at an address. `onAnswer` sees each answer before its caller does, and may throw. */
export function createHttpClient(url: string, onAnswer?: (seen: ObservedResponse) => Promise<void>): HttpClient {
  const request = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    const { method = 'GET', headers } = init ?? {};
    if (onAnswer) await onAnswer({ method, path, headers: new Headers(headers), answer: answer.clone() });
    return answer;
  };
  return {
    fetch: request,
    async call(endpoint, { params, query, body, token, headers, form } = {}) {
      const path = buildPath(endpoint, params as Record<string, string>);
      const response = await request(`/api${path}${toQueryString(query)}`, {
        method: endpoint.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form && { body: form }),
      });
      const bytes = await bytesOf(response);
      const json = response.headers.get('content-type')?.startsWith('application/json');
      const parsed = json ? JSON.parse(new TextDecoder().decode(bytes)) : null;
      return { status: response.status, headers: response.headers, body: parsed, bytes };
    },
  };
}
