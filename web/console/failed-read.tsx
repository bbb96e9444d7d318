import type { ApiError } from '#web/lib/api-error.ts';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';

interface FailedReadProps {
  error: ApiError;
  /** Says that what the address names doesn't exist, and what to do. */
  unknown: { title: string; text: string };
  onRetry: () => void;
}

/** Replaces what a page is about when it couldn't be read. There is nothing to retry if it doesn't exist. */
export function FailedRead({ error, unknown, onRetry }: FailedReadProps) {
  return error.status === 404 ? <EmptyState {...unknown} /> : <ErrorState text={error.message} onRetry={onRetry} />;
}
