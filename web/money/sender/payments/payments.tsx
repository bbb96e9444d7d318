import { useNavigate } from 'react-router';
import { pluralize } from '#shared/format.ts';
import { listPayments, type Payment } from '#shared/money/payments.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { usePaymentActions } from '#web/money/use-payment-actions.tsx';
import { ListTable } from '#web/parts/list/list-table.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { orderPath, paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PaymentCard } from './payment-card.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { PAYMENT_FILTERS } from './payment-filters.ts';
import { PaymentsFiltersForm } from './payments-filters-form.tsx';

/** Most recently changed first (D2 §7). */
const LAST_CHANGED = { sort: 'mo.updated_at', direction: 'DESC' } as const;

const keyOf = ({ id }: Payment) => String(id);

/** The payments of a prepaid client (D2 §2). */
export default function Payments() {
  const navigate = useNavigate();
  const filters = useListFilters(PAYMENT_FILTERS);
  const list = useListPage(listPayments, filters, LAST_CHANGED);
  const { ask, dialog } = usePaymentActions();
  const count = list.total === undefined ? undefined : pluralize(list.total, 'pago', 'pagos');
  return (
    <>
      <PageHeader
        title="Pagos"
        // Reserves space for the count so that the layout does not shift.
        count={count ?? '\u00a0'}
      />
      <PaymentsFiltersForm filters={filters} />
      <ListTable
        label="Pagos"
        columns={paymentColumns({ ask })}
        list={list}
        filters={filters}
        count={count}
        rowKey={keyOf}
        emptyAction={<LinkButton to={paths.orders}>Ir a las órdenes</LinkButton>}
        // Payments have no detail page; the row opens the first order.
        onOpen={({ orders }) => orders?.[0] && navigate(orderPath(orders[0].tracking_id))}
        card={(payment) => <PaymentCard payment={payment} ask={ask} />}
      />
      {dialog}
    </>
  );
}
