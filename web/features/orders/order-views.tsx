import { countOrders } from '#shared/orders.ts';
import type { StateGroup } from '#shared/rules/state-group.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { QuickViews } from '#web/ui/tabs.tsx';
import type { OrderFilter } from './order-filters.ts';
import { groupName } from './state-groups.ts';

const VIEWS: readonly StateGroup[] = ['por_imprimir', 'pendiente_pago', 'con_problema'];

/** Ready-made filters with their counts (readings C12); a gateway that knows no `filter[state]` gets none. */
export function OrderViews({ applied }: { applied: Partial<Record<OrderFilter, string>> }) {
  const { prepaid } = useClientSession();
  const { strict } = useSettings();
  const ready = useSettingsReady();
  const counts = useApiQuery(countOrders, ready && !strict ? {} : null);
  if (strict) return null;
  const results = counts.data?.results;
  const countOf = (group: string) => results && (results.find(({ state }) => state === group)?.total ?? 0);
  // Orders that were created prepaid stay so, whatever the account may do today.
  const shown = VIEWS.filter((group) => group !== 'pendiente_pago' || prepaid || (countOf(group) ?? 0) > 0);
  const narrowed = Object.keys(applied).length > 0;
  const only = (group: string) => applied.estado === group && Object.keys(applied).length === 1;
  return (
    <QuickViews
      label="Vistas rápidas"
      views={[
        ...shown.map((group) => ({
          to: `${paths.orders}?estado=${group}`,
          label: groupName(group),
          count: countOf(group) ?? null,
          current: only(group),
        })),
        { to: paths.orders, label: 'Todas', count: counts.data?.total ?? null, current: !narrowed },
      ]}
    />
  );
}
