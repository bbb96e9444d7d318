import { countOrders } from '#shared/orders/orders.ts';
import type { StateGroup } from '#shared/orders/rules/state-group.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import type { ListFilters } from '#web/kit/list/filters.ts';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import { paths } from '#web/paths.ts';
import type { OrderFilter } from './group-filters.ts';
import { groupName } from './state-groups.ts';

const VIEWS: readonly StateGroup[] = ['por_imprimir', 'pendiente_pago', 'con_problema'];

/**
 * Quick views (readings C12). They keep the other filters, also those that are only typed, and count with the applied
 * ones. Hidden for a gateway without `filter[state]`.
 */
export function OrderViews({ filters }: { filters: ListFilters<OrderFilter> }) {
  const { prepaid } = useClientSession();
  const supported = useCapability('quickViews');
  const { state: _, late: __, ...filter } = filters.query.filter;
  const counts = useApiQuery(countOrders, { query: { filter } }, { keepPrevious: true });
  if (supported === false) return null;
  const results = counts.data?.results;
  const countOf = (group: string) => results && (results.find(({ state }) => state === group)?.total ?? 0);
  const { estado: group = '', demoradas = '' } = filters.applied;
  // Unpaid prepaid orders may remain after the account lost its prepaid permission.
  const visible = VIEWS.filter((group) => group !== 'pendiente_pago' || prepaid || (countOf(group) ?? 0) > 0);
  const view = (label: string, count: number | undefined, values: { estado?: StateGroup; demoradas?: '1' }) => ({
    to: `${paths.orders}${filters.searchWith({ estado: '', demoradas: '', ...values })}`,
    label,
    count: count ?? null,
    current: group === (values.estado ?? '') && demoradas === (values.demoradas ?? ''),
  });
  return (
    <QuickViews
      label="Vistas rápidas"
      views={[
        ...visible.map((estado) => view(groupName(estado), countOf(estado), { estado })),
        view('Demoradas', counts.data?.late, { demoradas: '1' }),
        view('Todas', counts.data?.total, {}),
      ]}
    />
  );
}
