import { Suspense, useMemo } from 'react';
import { countOf } from '#shared/format.ts';
import { listOrders } from '#shared/orders.ts';
import { whyOrderNotPayable } from '#shared/rules/order-payment.ts';
import { MAX_ORDERS_PAID } from '#shared/rules/payments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useClientSession } from '#web/lib/session-store.ts';
import { usePicks } from '#web/parts/batch/use-picks.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { type ListedOrder, ListedOrderCard } from '#web/parts/order-list/listed-order-card.tsx';
import { OrderTable, orderKey } from '#web/parts/order-list/order-table.tsx';
import { useOrderDeeds } from '#web/parts/order-list/use-order-deeds.tsx';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Plus } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { customerName, Labels, States } from './reverse-cells.tsx';
import { reverseColumns } from './reverse-columns.tsx';
import { REVERSE_FILTERS } from './reverse-filters.ts';
import { ReverseFiltersForm } from './reverse-filters-form.tsx';

const PayBar = lazyPart(() => import('#web/parts/batch/pay-bar.tsx'));

/** A reverse-logistics order as the phone lists it. */
function ReverseCard(props: ListedOrder) {
  const { order, printer } = props;
  return (
    <ListedOrderCard {...props} state={<States order={order} />} person={customerName(order)}>
      <Labels order={order} printer={printer} />
    </ListedOrderCard>
  );
}

/** `/logistica-inversa` (D2 §2): orders that bring parcels back to the client. */
export default function ReverseOrders() {
  const filters = useListFilters(REVERSE_FILTERS);
  const list = useListPage(listOrders, filters);
  const { deeds, dialogs } = useOrderDeeds();
  const columns = useMemo(() => reverseColumns(deeds), [deeds]);
  const { prepaid } = useClientSession();
  const picks = usePicks({
    rows: list.rows,
    keyOf: orderKey,
    nameOf: ({ order_id }) => order_id,
    why: whyOrderNotPayable,
    most: MAX_ORDERS_PAID,
  });
  const paying = prepaid && picks.picked.length > 0;
  const count = list.total === undefined ? undefined : countOf(list.total, 'orden', 'órdenes');

  return (
    <>
      <PageHead
        title="Logística Inversa"
        // A place for the count from the start, so that nothing moves when it comes.
        count={count ?? '\u00a0'}
        actions={
          <LinkButton to={paths.newReverse} variant="primary" icon={<Plus />}>
            Nueva Orden
          </LinkButton>
        }
      />
      <ReverseFiltersForm filters={filters} />
      <OrderTable
        label="Órdenes de logística inversa"
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        printer={deeds.printer}
        emptyAction={<LinkButton to={paths.newReverse}>Crear tu primera orden</LinkButton>}
        // Picked for paying, and for nothing else (D2 §2).
        selection={prepaid ? { ...picks.selection, standing: true } : undefined}
        card={(order, box) => (
          <ReverseCard order={order} box={box} why={paying ? whyOrderNotPayable(order) : null} {...deeds} />
        )}
      />
      <Suspense fallback={null}>
        {paying && <PayBar batch={{ ...picks, leave: picks.clear }} ask={deeds.pay} leaveLabel="Soltar la selección" />}
      </Suspense>
      {dialogs}
    </>
  );
}
