import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { alerts } from '#web/lib/alerts.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface LazyDialogProps {
  /** The dialog, whose code may still have to be fetched. */
  children: ReactNode;
  /** Closes the dialog, or answers no, if it can't be shown: nothing waits for a dialog that nobody sees. */
  onFailure?: () => void;
  /** Takes the place of a dialog that blocks the page. Without it an alert names the failure. */
  notLoaded?: ReactNode;
}

/**
 * Bounds a dialog whose code is fetched when it opens, and is rendered only while it is open. If the code can't be fetched, or the dialog
 * fails later, the page stays with what was typed.
 */
export function LazyDialog({ children, onFailure, notLoaded = null }: LazyDialogProps) {
  const shown = useRef(false);
  const fail = () => {
    const title = shown.current ? 'La ventana se cerró por un error' : 'No se pudo abrir la ventana';
    // A browser fetches failed code again only after a reload.
    if (!notLoaded) alerts.warning(title, 'Recargá la página y probá de nuevo.');
    onFailure?.();
  };
  return (
    <ErrorBoundary fallback={notLoaded} onError={fail}>
      <Suspense fallback={null}>
        {children}
        <Mark
          onShown={() => {
            shown.current = true;
          }}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Calls `onShown` once the dialog beside it is shown. */
function Mark({ onShown }: { onShown: () => void }) {
  const show = useEffectEvent(onShown);
  useEffect(() => show(), []);
  return null;
}
