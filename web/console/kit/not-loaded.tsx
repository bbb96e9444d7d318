import type { ApiError } from '#web/kit/call/api-error.ts';
import { EmptyState, ErrorState, type NotLoadedProps } from '#web/kit/ui/display/empty-state.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { useSessionEnded } from '#web/people/staff/access/use-session-ended.ts';

interface ConsoleNotLoadedProps extends NotLoadedProps<ApiError> {
  /** Says that what the address names doesn't exist, and what to do. There is nothing to retry then. */
  unknown?: { title: string; text: string };
}

/** Replaces what a page shows while it is read, or once that failed. */
export function NotLoaded({ error, onRetry, lines, label, unknown }: ConsoleNotLoadedProps) {
  const ended = useSessionEnded(error);
  if (!error || ended) return <Skeleton lines={lines} label={label} />;
  if (unknown && error.status === 404) return <EmptyState {...unknown} />;
  return <ErrorState text={error.firstMessage} onRetry={onRetry} />;
}
