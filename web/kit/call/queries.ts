import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { type Capability, useCapability } from './capabilities.ts';
import { currentSession, onSessionChange } from './session-store.ts';

/** Retries failures of the network and the server, but no 4xx. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : -1;
  return failures < 2 && (status === 0 || status >= 500) && navigator.onLine;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } },
});

/**
 * Clears the cache when the user changes: no client may see another client's data. Returns a function that stops this.
 */
export function clearOnUserChange(): () => void {
  let cachedUser = currentSession()?.username;
  return onSessionChange(() => {
    const username = currentSession()?.username;
    if (username !== cachedUser) queryClient.clear();
    cachedUser = username;
  });
}

/** True while fetches start without a user action. */
let background = false;

/** Runs `work`; fetches that it starts don't count as activity of the session. */
export function runInBackground(work: () => void): void {
  background = true;
  work();
  background = false;
}

/** Whether a fetch began in the background, by its signal: all attempts of a fetch share one signal. */
const backgroundFetches = new WeakMap<AbortSignal, boolean>();

/** Returns whether a fetch began in the background; a retry gets the result of the first attempt. */
function beganInBackground(signal: AbortSignal): boolean {
  const began = backgroundFetches.get(signal) ?? background;
  backgroundFetches.set(signal, began);
  return began;
}

const keyOf = ({ method, path }: AnyEndpoint, ...input: unknown[]) => [method, path, ...input];

/** Returns the key of a call's reply in the cache, and how it is fetched. */
const queryOf = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> =>
    call(endpoint, { ...input, signal, background: beganInBackground(signal) }),
});

export interface ApiQueryOptions<R> extends Pick<UseQueryOptions<R, ApiError>, 'staleTime' | 'refetchInterval'> {
  /** True shows the previous input's data while another input loads, as lists do. */
  keepPrevious?: boolean;
  /** Capability of a call that a gateway may have without the other additions. */
  capability?: Capability;
}

/**
 * Fetches and caches the reply of a call. A call with `addition: true` is idle until the settings are loaded, and before a gateway
 * without additions: `data` then stays undefined, and no error comes.
 *
 * @param input parameters and query; null disables the query
 * @param options `staleTime` is 5 s by default, Infinity keeps the data that a form was filled from; `refetchInterval` in ms fetches
 *   again while the page is visible
 * @returns TanStack Query's result: `data` is undefined until the first reply, `isPlaceholderData` is true while `data`
 *   belong to the previous input, `error` is an ApiError
 */
export function useApiQuery<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> | null = {},
  { keepPrevious, capability = 'additionalCalls', ...options }: ApiQueryOptions<ReplyOf<E>> = {},
): UseQueryResult<ReplyOf<E>, ApiError> {
  const available = useCapability(endpoint.addition ? capability : undefined);
  return useQuery<ReplyOf<E>, ApiError>({
    ...queryOf(endpoint, input ?? {}),
    enabled: input !== null && available === true,
    ...options,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
}

/**
 * Returns the cached reply of a call; undefined before the first reply and after the query was removed from the cache.
 */
export const cachedReply = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): ReplyOf<E> | undefined =>
  queryClient.getQueryData<ReplyOf<E>>(keyOf(endpoint, input));

/** Returns the reply of a call, from the cache while it is fresh. */
export const fetchApiQuery = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> =>
  queryClient.fetchQuery(queryOf(endpoint, input));

/** Fetches ahead and ignores failures, for example the next page of a list. */
export function prefetchApiQuery<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): void {
  void fetchApiQuery(endpoint, input).catch(() => undefined);
}

/** Invalidates all cached replies of these endpoints; refetches those in use. */
export async function invalidateApiQueries(...endpoints: AnyEndpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })));
}
