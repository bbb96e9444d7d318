import * as z from 'zod/mini';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import type { AnyEndpoint } from '#shared/kit/http/endpoint.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { errorStatuses } from './error-statuses.ts';

/**
 * Checks a response against the endpoint's schema, in tests only. Lists that the database builds as JSON text bypass the
 * serialiser, so an extra column would reach the client.
 *
 * @throws Error for a missing or mistyped value, and for a key that the schema lacks
 */
export function verifyReply({ method, path, reply }: AnyEndpoint, answer: unknown): void {
  if (!reply) return;
  const unknown = unknownKeys(answer, z.parse(reply, answer), '');
  if (unknown.length > 0)
    throw new Error(`${method} ${path} answers keys that its schema lacks: ${unknown.join(', ')}`);
}

/** Returns the paths of the keys of `value` that parsing has removed. */
function unknownKeys(value: unknown, parsed: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (inner === undefined) return [];
    return key in parsed ? unknownKeys(inner, (parsed as Record<string, unknown>)[key], here) : [here];
  });
}

/**
 * Checks an error's status against the statuses that the API document declares, in tests only.
 *
 * @throws Error for an undeclared status
 */
export function verifyErrorStatus(endpoint: AnyEndpoint, error: unknown): void {
  const status = error instanceof Failure ? error.status : violatedUniqueKey(error) === null ? null : 409;
  if (status === null || status >= 500 || errorStatuses(endpoint).some((declared) => declared === status)) return;
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${status}, which it doesn't declare`, { cause: error });
}
