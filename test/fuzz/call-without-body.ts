import { isDeepStrictEqual } from 'node:util';
import { createConcurrencyLimit } from '#server/platform/concurrency/concurrency-limit.ts';
import { type AnyEndpoint, buildPath } from '#shared/kit/http/endpoint.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { type AccessCase, PERMITTED, refusalText } from '#test/rights/access-cases.ts';

type Headers = Record<string, string>;

/** Makes a call with unknown ids and without a body. Doesn't wait for the end of a stream. @returns status, and body of a 403 */
export async function callWithoutBody(app: TestApp, { method, path }: AnyEndpoint, headers: Headers) {
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

/** Returns the text of a refusal, with the body if it contains more than a message and a code. */
function bodyText(status: number, body: { message?: string; code?: string } | null): string {
  const text = refusalText(status, body?.code, body?.message);
  const plain = body === null || isDeepStrictEqual(body, { message: body.message, errors: [], code: body.code });
  return plain ? text : `${text} in ${JSON.stringify(body)}`;
}

/** A call to make, and its expected answer as text. */
export interface AccessRequest extends Pick<AccessCase, 'caller' | 'call' | 'expected'> {
  endpoint: AnyEndpoint;
  headers: Headers;
}

/**
 * Makes calls without a body, two at once, because opening many connections to the database at once fails on a busy machine.
 *
 * @param codes codes of the refusals that count; by default a 403 with any code counts
 */
export function callAll(
  app: TestApp,
  requests: readonly AccessRequest[],
  codes?: readonly string[],
): Promise<AccessCase[]> {
  const limit = createConcurrencyLimit({ concurrency: 2, maxQueued: Number.POSITIVE_INFINITY });
  const answer = async ({ caller, call, expected, endpoint, headers }: AccessRequest): Promise<AccessCase> => {
    const { status, body } = await callWithoutBody(app, endpoint, headers);
    const refused = status === 401 || (status === 403 && (codes?.includes(body.code) ?? true));
    const permitted = expected === PERMITTED ? PERMITTED : `${PERMITTED} with ${status}`;
    return { caller, call, expected, got: refused ? bodyText(status, body) : permitted };
  };
  return Promise.all(requests.map((request) => limit(() => answer(request))));
}
