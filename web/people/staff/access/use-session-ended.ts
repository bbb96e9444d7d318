import { currentStaff } from '#shared/people/staff-sessions.ts';
import type { ApiError } from '#web/kit/call/api-error.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { isComplete } from './me.ts';

/**
 * Whether the login is over the page, or a call was refused and it is being asked whether the session has ended: what failed is read
 * again after the login.
 */
export function useSessionEnded(error: ApiError | null): boolean {
  const { data, isFetching } = useApiQuery(currentStaff, {}, { staleTime: Number.POSITIVE_INFINITY });
  const me = data?.results;
  return !me || !isComplete(me) || (isFetching && error?.status === 401);
}
