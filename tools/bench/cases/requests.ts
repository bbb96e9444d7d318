import { type AnyEndpoint, buildPath, type CallInput } from '#shared/kit/http/endpoint.ts';

const HOST = 'Host: bench\r\n';

function withBody(head: string, body: unknown): string {
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** A call of our gateway as the bytes that a browser would send; `filter` is flat. */
export function ourRequest<E extends AnyEndpoint>(
  endpoint: E,
  token: string,
  {
    query = {},
    body,
    key,
  }: { query?: Record<string, string | number>; body?: CallInput<E>['body']; key?: string } = {},
): string {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const path = `/api${buildPath(endpoint)}${asked && `?${asked}`}`;
  const idempotency = key ? `Idempotency-Key: ${key}\r\n` : '';
  return withBody(
    `${endpoint.method} ${path} HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n${idempotency}`,
    body,
  );
}

/** A call of the provider's systems as bytes. */
export function providerRequest<E extends AnyEndpoint>(
  endpoint: E,
  providerKey: string,
  {
    params = {},
    query = {},
    body,
  }: { params?: Record<string, string>; query?: Record<string, string>; body?: CallInput<E>['body'] } = {},
): string {
  const asked = new URLSearchParams(query).toString();
  const path = `/api${buildPath(endpoint, params)}${asked && `?${asked}`}`;
  return withBody(`${endpoint.method} ${path} HTTP/1.1\r\n${HOST}X-Api-Key: ${providerKey}\r\n`, body);
}

/** A call of the reference: with a body a POST. */
export function referenceRequest(
  name: string,
  { query = {}, body }: { query?: Record<string, string | number>; body?: object },
): string {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return withBody(`${body ? 'POST' : 'GET'} /${name}?${asked} HTTP/1.1\r\n${HOST}`, body);
}
