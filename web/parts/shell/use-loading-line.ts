import { useIsFetching } from '@tanstack/react-query';
import { useDelayedLoading } from './use-delayed-loading.ts';

/** Returns whether the page loads something that was never read. What is read again doesn't show as loading. */
export const useLoadingLine = (): boolean =>
  useDelayedLoading(useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0);
