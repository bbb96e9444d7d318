import { useNavigate } from 'react-router';
import { countOf } from '#shared/format.ts';
import { listPayments, type Payment } from '#shared/payments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { usePayments } from '#web/parts/payment-actions/use-payments.tsx';
import { orderPath, paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { PaymentCard } from './payment-card.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { PAYMENT_FILTERS } from './payment-filters.ts';
import { PaymentsFiltersForm } from './payments-filters-form.tsx';

/** D2 §7. */
const LAST_CHANGED = { sort: 'mo.updated_at', direction: 'DESC' } as const;

const keyOf = ({ id }: Payment) => String(id);

/** The payments of a client that pays before sending (D2 §2). */
export default function Payments() {
  const navigate = useNavigate();
  const filters = useListFilters(PAYMENT_FILTERS);
  const list = useListPage(listPayments, filters, LAST_CHANGED);
  const { ask, dialog } = usePayments();
  const count = list.total === undefined ? undefined : countOf(list.total, 'pago', 'pagos');
  return (
    <>
      <PageHead
        title="Pagos"
        // A place for the count from the start, so that nothing moves when it comes.
        count={count ?? '\u00a0'}
      />
      <PaymentsFiltersForm filters={filters} />
      <DataTable
        label="Pagos"
        columns={paymentColumns({ ask })}
        rows={list.rows}
        rowKey={keyOf}
        refreshing={list.refreshing}
        failed={list.failed}
        onRetry={list.retry}
        filtered={filters.filtered}
        onClearFilters={filters.clear}
        emptyAction={<LinkButton to={paths.orders}>Ir a las órdenes</LinkButton>}
        pageSize={filters.limit}
        // A payment has no page of its own: its first order has.
        onOpen={({ orders }) => orders?.[0] && navigate(orderPath(orders[0].tracking_id))}
        card={(payment) => <PaymentCard payment={payment} ask={ask} />}
      />
      <Pager
        page={list.page}
        pageCount={list.pages}
        pageSize={filters.limit}
        onPage={filters.setPage}
        onPageSize={filters.setLimit}
        {...(count && { total: count })}
      />
      {dialog}
    </>
  );
}
