import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { currentStaff } from '#shared/ops/staff-sessions.ts';
import { ApiError, asApiError, offlineError, readApiError } from '#web/lib/api-error.ts';

/**
 * Calls the operator API with the session's cookie, which the browser sends. A session of a sender in the same browser isn't used.
 *
 * @throws {ApiError} for every error response and when no answer came
 */
export async function callStaff<E extends AnyEndpoint>(
  endpoint: E,
  { params, body }: CallInput<E> = {},
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  let response: Response;
  try {
    response = await fetch(`/api${buildPath(endpoint, params as Record<string, string>)}`, {
      method: endpoint.method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offlineError();
  }
  if (!response.ok) throw await readApiError(response);
  return response.json().catch(() => {
    // A proxy's page instead of a reply.
    throw new ApiError({ status: response.status, message: messages.unavailable });
  });
}

/** Retries failures of the network and the server, but no 4xx. */
const shouldRetry = (failures: number, error: unknown) => {
  const { status } = asApiError(error);
  return failures < 2 && (status === 0 || status >= 500);
};

export const staffQueries = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } } });

const keyOf = ({ method, path }: AnyEndpoint) => [method, path];

/** Fetches and caches the reply of a call without parameters. */
export function useStaffQuery<E extends AnyEndpoint>(endpoint: E): UseQueryResult<ReplyOf<E>, ApiError> {
  return useQuery<ReplyOf<E>, ApiError>({
    queryKey: keyOf(endpoint),
    queryFn: ({ signal }) => callStaff(endpoint, {}, signal),
  });
}

type CurrentStaff = NonNullable<ReplyOf<typeof currentStaff>['results']>;

/**
 * Fetches and caches the logged-in person; null without a session. Unlike an error, null stays while the person is fetched again,
 * so that the login keeps what was typed.
 */
export function useStaffSession(): UseQueryResult<{ results: CurrentStaff } | null, ApiError> {
  return useQuery<{ results: CurrentStaff } | null, ApiError>({
    queryKey: keyOf(currentStaff),
    queryFn: async ({ signal }) => {
      const { results } = await callStaff(currentStaff, {}, signal);
      return results && { results };
    },
  });
}

/** Fetches the replies of these calls again. */
export async function refetchStaff(...endpoints: AnyEndpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => staffQueries.invalidateQueries({ queryKey: keyOf(endpoint) })));
}

/**
 * Provides a call that changes data. While a call is pending, `send` returns its promise, so that a double click sends once. After
 * a 401 or 403 the person is read again: the session may have ended, or the role may have changed.
 */
export function useStaffCall<E extends AnyEndpoint>(endpoint: E) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<ReplyOf<E>> | null>(null);
  const send = (input: CallInput<E> = {}): Promise<ReplyOf<E>> => {
    if (running.current) return running.current;
    setPending(true);
    running.current = callStaff(endpoint, input)
      .catch((error: unknown) => {
        if ([401, 403].includes(asApiError(error).status)) void refetchStaff(currentStaff);
        throw error;
      })
      .finally(() => {
        running.current = null;
        setPending(false);
      });
    return running.current;
  };
  return { send, pending };
}
