import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/http/endpoint.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { currentSession, onSessionChange } from './session-store.ts';

/** A refusal won't change by asking again; a hiccup of the network or the server may. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : -1;
  return failures < 2 && (status === 0 || status >= 500) && navigator.onLine;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry, refetchOnWindowFocus: true } },
});

/** Clears the cache when the user changes: no client may see another client's answers. Returns a function that stops it. */
export function clearOnUserChange(): () => void {
  let reader = currentSession()?.username;
  return onSessionChange(() => {
    const username = currentSession()?.username;
    if (username !== reader) queryClient.clear();
    reader = username;
  });
}

/** True while the portal itself decides to read. */
let background = false;

/** What begins to be read within `work` doesn't count as activity of the session. */
export function runInBackground(work: () => void): void {
  background = true;
  work();
  background = false;
}

/** Fetches that began in the background, by their signal: every attempt of a fetch has the same one. */
const backgroundFetches = new WeakMap<AbortSignal, boolean>();

/** Returns whether a fetch began in the background; a retry runs seconds later and takes the answer of the first attempt. */
function beganInBackground(signal: AbortSignal): boolean {
  const began = backgroundFetches.get(signal) ?? background;
  backgroundFetches.set(signal, began);
  return began;
}

const keyOf = (endpoint: AnyEndpoint, input?: unknown) =>
  input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input];

export interface ApiQueryOptions {
  /** Milliseconds until another look fetches again; 5 s by default. Infinity keeps what a form is written over. */
  staleTime?: number;
  /** Milliseconds between fetches while the page is seen. */
  refetchInterval?: number;
  /** False shows nothing while another input loads; by default the rows of the last one stay. */
  keepPrevious?: boolean;
}

/**
 * Follows what a call answers.
 *
 * @param input parameters and query; null waits without calling
 * @returns TanStack's result: `data` undefined until the first answer, `isPlaceholderData` while it is the last input's,
 *   `error` an ApiError
 */
export function useApiQuery<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> | null = {},
  { staleTime, refetchInterval, keepPrevious = true }: ApiQueryOptions = {},
): UseQueryResult<ReplyOf<E>, ApiError> {
  return useQuery<ReplyOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input ?? {}),
    queryFn: ({ signal }) =>
      call(endpoint, { ...(input as CallInput<E>), signal, background: beganInBackground(signal) }),
    enabled: input !== null,
    ...(staleTime !== undefined && { staleTime }),
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
}

/** What a call that is being followed was answered; undefined before that, and when it is followed no more. */
export const cachedReply = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): ReplyOf<E> | undefined =>
  queryClient.getQueryData<ReplyOf<E>>(keyOf(endpoint, input));

/** Reads what a call answers, from memory when it is fresh. For work outside a screen's first picture. */
function fetchApiQuery<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  staleTime = 5_000,
): Promise<ReplyOf<E>> {
  return queryClient.fetchQuery<ReplyOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    staleTime,
  });
}

/** Fetches ahead, silently: the next page of a list. */
export function prefetchApiQuery<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): void {
  void fetchApiQuery(endpoint, input).catch(() => undefined);
}

/** Everything that was read by these calls is read again where it is shown, and forgotten where it isn't. */
export async function invalidateApiQueries(...endpoints: AnyEndpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })));
}
