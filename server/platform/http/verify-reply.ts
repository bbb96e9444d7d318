import * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';
import { Failure } from '#shared/http/failure.ts';
import { errorStatuses } from './error-statuses.ts';

/**
 * Compares an answer with its declared shape, in tests alone: an answer that the database writes as text is sent without
 * passing the reply's schema, so a column too many would reach its reader.
 *
 * @throws Error for a missing or mistyped value, and for a key that the schema lacks
 */
export function verifyReply({ method, path, reply }: AnyEndpoint, answer: unknown): void {
  if (!reply) return;
  const unknown = unknownKeys(answer, z.parse(reply, answer), '');
  if (unknown.length > 0)
    throw new Error(`${method} ${path} answers keys that its schema lacks: ${unknown.join(', ')}`);
}

/** Paths of the keys of `value` that parsing has removed. */
function unknownKeys(value: unknown, parsed: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (inner === undefined) return [];
    return key in parsed ? unknownKeys(inner, (parsed as Record<string, unknown>)[key], here) : [here];
  });
}

/**
 * Holds the API document to what calls really answer, in tests alone.
 *
 * @throws Error in place of a refusal that the call doesn't declare
 */
export function verifyErrorStatus(endpoint: AnyEndpoint, error: unknown): void {
  const status = error instanceof Failure ? error.status : (error as { code?: string }).code === '23505' ? 409 : null;
  if (status === null || status >= 500 || errorStatuses(endpoint).some((declared) => declared === status)) return;
  throw new Error(`${endpoint.method} ${endpoint.path} answers ${status}, which it doesn't declare`, { cause: error });
}
