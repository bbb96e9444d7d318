import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/kit/http/endpoint.ts';
import { toQueryString } from './query-string.ts';

/** The response to a call, with status and headers. */
export interface TestResponse<E> {
  status: number;
  headers: Headers;
  /** Parsed JSON, else null. */
  body: ReplyOf<E> & { message?: string; code?: string; errors?: { field: string; message: string }[] };
  bytes: Uint8Array;
}

/** Makes declared calls over HTTP. `token` authenticates a client. */
export interface HttpClient {
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E> & { token?: string | undefined; headers?: Record<string, string>; form?: FormData },
  ): Promise<TestResponse<E>>;
  /** Sends any request, also one that the contract doesn't allow. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Reads the whole response; of a stream, the first chunk. */
async function bytesOf(response: Response): Promise<Uint8Array> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return new Uint8Array(await response.arrayBuffer());
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return value ?? new Uint8Array();
}

/** A request and a copy of its response. */
export interface ObservedResponse {
  method: string;
  path: string;
  headers: Headers;
  answer: Response;
}

/** Calls the server at a URL. `onAnswer` gets each response before the caller, and may throw; each request waits for `ready`. */
export function createHttpClient(
  url: string,
  onAnswer?: (seen: ObservedResponse) => Promise<void>,
  ready?: () => Promise<void>,
): HttpClient {
  const request = async (path: string, init?: RequestInit) => {
    await ready?.();
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
