import { type KindTotal, TO_RESOLVE } from '#shared/orders/pending.ts';
import type { ListFilters } from '#web/lib/filters.ts';
import { paths } from '#web/paths.ts';
import { QuickViews } from '#web/ui/quick-views.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import type { PendingFilter } from './pending-filters.ts';
import { pendingTotal } from './total.ts';

/** Quick views: all kinds, those that 'Hoy' counts together, and each kind with items. */
export function PendingViews({
  kinds,
  filters,
}: {
  kinds: readonly KindTotal[] | undefined;
  filters: ListFilters<PendingFilter>;
}) {
  const current = filters.applied.tipo ?? '';
  const view = (tipo: string, label: string) => ({
    label,
    count: (kinds && pendingTotal(kinds, tipo)) ?? null,
    current: current === tipo,
    to: `${paths.pending}${filters.searchWith({ tipo })}`,
  });
  return (
    <QuickViews
      label="Vistas rápidas"
      views={[
        view('', 'Todo'),
        view(TO_RESOLVE, 'Para resolver'),
        ...(kinds ?? []).map(({ kind }) => view(kind, KIND_TEXTS[kind].view)),
      ]}
    />
  );
}
