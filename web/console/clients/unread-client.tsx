import type { ApiError } from '#web/lib/api-error.ts';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';

/** The reason why a client's data are missing: there is no such client, or they couldn't be read. */
export function UnreadClient({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return error.status === 404 ? (
    <EmptyState title="El cliente no existe" text="Elegí uno en Clientes." />
  ) : (
    <ErrorState text={error.message} onRetry={onRetry} />
  );
}
