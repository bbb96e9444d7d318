import { countOrders } from '#shared/orders.ts';
import type { StateGroup } from '#shared/rules/state-group.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { useSettings, useSettingsReady } from '#web/lib/settings.ts';
import { paths } from '#web/paths.ts';
import { QuickViews } from '#web/ui/quick-views.tsx';
import type { OrderFilter } from './order-filters.ts';
import { groupName } from './state-groups.ts';

const VIEWS: readonly StateGroup[] = ['por_imprimir', 'pendiente_pago', 'con_problema'];

/** Quick views with their counts (readings C12). Hidden for a gateway without `filter[state]`. */
export function OrderViews({ applied }: { applied: Partial<Record<OrderFilter, string>> }) {
  const { prepaid } = useClientSession();
  const { strict } = useSettings();
  const ready = useSettingsReady();
  const counts = useApiQuery(countOrders, ready && !strict ? {} : null);
  if (strict) return null;
  const results = counts.data?.results;
  const countOf = (group: string) => results && (results.find(({ state }) => state === group)?.total ?? 0);
  // Unpaid prepaid orders may remain after the account lost its prepaid permission.
  const visible = VIEWS.filter((group) => group !== 'pendiente_pago' || prepaid || (countOf(group) ?? 0) > 0);
  const filtered = Object.keys(applied).length > 0;
  const isOnlyFilter = (group: string) => applied.estado === group && Object.keys(applied).length === 1;
  return (
    <QuickViews
      label="Vistas rápidas"
      views={[
        ...visible.map((group) => ({
          to: `${paths.orders}?estado=${group}`,
          label: groupName(group),
          count: countOf(group) ?? null,
          current: isOnlyFilter(group),
        })),
        { to: paths.orders, label: 'Todas', count: counts.data?.total ?? null, current: !filtered },
      ]}
    />
  );
}
