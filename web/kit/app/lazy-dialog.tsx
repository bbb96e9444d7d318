import { type ReactNode, Suspense } from 'react';
import { alerts } from '#web/kit/lib/alerts.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface LazyDialogProps {
  /** The dialog, whose code may still have to be fetched. */
  children: ReactNode;
  /** Closes the dialog, or answers no, if it can't be shown, so that no caller waits for an invisible dialog. */
  onFailure?: () => void;
  /** Takes the place of a dialog that blocks the page. Without it an alert names the failure. */
  notLoaded?: ReactNode;
}

/**
 * Error boundary of a dialog whose code is fetched when it opens. If the fetch or the dialog fails, the page keeps the
 * typed values.
 */
export function LazyDialog({ children, onFailure, notLoaded = null }: LazyDialogProps) {
  const fail = () => {
    // A browser fetches failed code again only after a reload.
    if (!notLoaded) alerts.warning('No se pudo mostrar la ventana', 'Recargá la página y probá de nuevo.');
    onFailure?.();
  };
  return (
    <ErrorBoundary fallback={notLoaded} onError={fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
