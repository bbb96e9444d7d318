import type { ReactNode } from 'react';
import { useAdditions } from '#web/lib/additions.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A screen whose calls the specifications lack: a sentence takes its place with a strict gateway (readings R4). */
export function AdditionScreen({ children }: { children: ReactNode }) {
  const additions = useAdditions();
  if (additions === null) return null;
  return additions ? children : <EmptyState title="Tu proveedor no tiene habilitada esta función" />;
}
