import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnyEndpoint, buildPath, type CallInput, type ReplyOf } from '#shared/http/endpoint.ts';
import { messages } from '#shared/messages.ts';
import { currentStaff } from '#shared/ops/staff-sessions.ts';
import { ApiError, asApiError, offlineError, readApiError } from '#web/lib/api-error.ts';
import { fileNameOf } from '#web/lib/file-name.ts';
import { queryString } from '#web/lib/query-string.ts';
import { stepUp } from '#web/lib/step-up.ts';
import { askPriceChange } from './price-confirmation.tsx';

/**
 * Calls the operator API with the session's cookie, which the browser sends. A session of a sender in the same browser isn't used.
 * A call that asks for the second step again, or for a confirmation of changed prices, is repeated after it was given.
 *
 * @throws {ApiError} for every error response and when no answer came
 */
export async function callStaff<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const response = await sendAskingAgain(endpoint, input, signal);
  return response.json().catch(() => {
    // A proxy's page instead of a reply.
    throw new ApiError({ status: response.status, message: messages.unavailable });
  });
}

const DECLINED = 'declined';

/** Whether a call wasn't made because the person answered no to its question: there is nothing to report. */
export const isDeclined = (error: unknown): boolean => asApiError(error).code === DECLINED;

/**
 * Makes a call whose answer is a file, and checks the session as `callAndCheckSession` does.
 *
 * @returns the file, with the name that the server gave it; null without one
 */
export async function downloadStaff<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<{ blob: Blob; name: string | null }> {
  const response = await sendAskingAgain(endpoint, input).catch(checkSession);
  return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) };
}

async function sendAskingAgain<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await send(endpoint, input, signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'step_up_required' && (await stepUp.ask())) return sendAskingAgain(endpoint, input, signal);
    if (error.code === 'price_confirmation_required') {
      if (!(await askPriceChange(error.message)))
        throw new ApiError({ status: error.status, code: DECLINED, message: '' });
      const body = { ...(input.body as object), confirm_prices: true } as typeof input.body;
      return sendAskingAgain(endpoint, { ...input, body }, signal);
    }
    throw error;
  }
}

async function send<E extends AnyEndpoint>(
  endpoint: E,
  { params, query, body }: CallInput<E>,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${buildPath(endpoint, params as Record<string, string>)}${queryString(query)}`, {
      method: endpoint.method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offlineError();
  }
  if (!response.ok) throw await readApiError(response, isLoggedIn());
  return response;
}

const isLoggedIn = () =>
  staffQueries.getQueryData<{ results: CurrentStaff } | null>(keyOf(currentStaff))?.results.second_factor === 'done';

/** Retries failures of the network and the server, but no 4xx. */
const shouldRetry = (failures: number, error: unknown) => {
  const { status } = asApiError(error);
  return failures < 2 && (status === 0 || status >= 500);
};

export const staffQueries = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } } });

const keyOf = ({ method, path }: AnyEndpoint) => [method, path];

interface StaffQueryOptions<R> {
  /** How often the reply is fetched again, in ms; a function may stop it by a reply. */
  refreshMs?: number | ((reply: R) => number | undefined);
  /** Whether the last reply stays while another input is fetched. */
  keepPrevious?: boolean;
  /** How long the reply stays fresh, in ms. */
  staleMs?: number;
  /** False while there is nothing to ask. */
  enabled?: boolean;
}

/** Fetches and caches the reply of a call. */
export function useStaffQuery<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  { refreshMs, keepPrevious = false, staleMs, enabled = true }: StaffQueryOptions<ReplyOf<E>> = {},
): UseQueryResult<ReplyOf<E>, ApiError> {
  const result = useQuery<ReplyOf<E>, ApiError>({
    queryKey: [...keyOf(endpoint), input],
    queryFn: ({ signal }) => callAndCheckSession(endpoint, input, signal),
    refetchInterval: ({ state: { data } }) =>
      (typeof refreshMs === 'function' ? data && refreshMs(data) : refreshMs) ?? false,
    enabled,
    ...(staleMs !== undefined && { staleTime: staleMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
  // The login is over the page then, and the reply is fetched after it.
  const ended = result.error?.status === 401;
  return ended ? ({ ...result, error: null } as typeof result) : result;
}

/** The person of a session, whether or not it is complete. */
export type CurrentStaff = NonNullable<ReplyOf<typeof currentStaff>['results']>;

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

/** Throws a call's error. After a 401 or 403 the person is read again: the session may have ended, or the role may have changed. */
function checkSession(error: unknown): never {
  if ([401, 403].includes(asApiError(error).status)) void refetchStaff(currentStaff);
  throw error;
}

/** Makes a call, and checks the session after a refusal. */
export function callAndCheckSession<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  return callStaff(endpoint, input, signal).catch(checkSession);
}

/** Provides a call that changes data. While a call is pending, `send` returns its promise, so that a double click sends once. */
export function useStaffCall<E extends AnyEndpoint>(endpoint: E) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<ReplyOf<E>> | null>(null);
  const send = (input: CallInput<E> = {}): Promise<ReplyOf<E>> => {
    if (running.current) return running.current;
    setPending(true);
    running.current = callAndCheckSession(endpoint, input).finally(() => {
      running.current = null;
      setPending(false);
    });
    return running.current;
  };
  return { send, pending };
}
