import { type AnyEndpoint, buildPath } from '#shared/http/endpoint.ts';
import type { TestApp } from './test-app.ts';

/** Makes a call with unknown ids and without a body. Doesn't wait for the end of a stream. @returns status, and body of a 403 */
export async function callWithoutBody(app: TestApp, { method, path }: AnyEndpoint, headers: Record<string, string>) {
  const names = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, '999999999']);
  const controller = new AbortController();
  const response = await app.fetch(`/api${buildPath({ path }, Object.fromEntries(names))}`, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
    signal: controller.signal,
  });
  const body = response.status === 403 ? await response.json() : null;
  controller.abort();
  return { status: response.status, body };
}
