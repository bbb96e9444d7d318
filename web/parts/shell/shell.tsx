import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { queries } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';

const TermsModal = lazy(() => import('#web/parts/terms/terms-modal.tsx'));
export default function Shell({ children }: { children: ReactNode }) {
  const s = useClientSession();
  return (
    <QueryClientProvider client={queries}>
      <nav>
        menu {s.username} <a href="/logout">Cerrar Sesión</a>
      </nav>
      <main>{children}</main>
      {!s.termsAccepted && (
        <Suspense>
          <TermsModal />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
