import { Suspense } from 'react';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import type { Printer } from './use-print.ts';

const PrintFailureNote = lazyWithPreload(() => import('./print-failure-note.tsx'));

/** Notice after a failed print. */
export function PrintNotice({ printer }: { printer: Printer }) {
  const { notice } = printer;
  if (!notice) return null;
  return (
    <Suspense fallback={null}>
      <PrintFailureNote printer={printer} notice={notice} />
    </Suspense>
  );
}
