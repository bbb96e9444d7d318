import { useNavigate } from 'react-router';
import { countOf } from '#shared/format.ts';
import { listOrders } from '#shared/orders.ts';
import { useListFilters } from '#web/lib/filters.ts';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { PrintNotice } from '#web/parts/print-button/print-notice.tsx';
import { usePrint } from '#web/parts/print-button/use-print.ts';
import { orderPath, paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Plus } from '#web/ui/icons.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { OrderCard } from './order-card.tsx';
import { orderColumns } from './order-columns.tsx';
import { ORDER_FILTERS } from './order-filters.ts';
import { OrderViews } from './order-views.tsx';
import styles from './orders.module.css';
import { OrdersFiltersForm } from './orders-filters-form.tsx';

/** The orders list (D1 §2), titled 'Ordenes'. */
export default function Orders() {
  const navigate = useNavigate();
  const filters = useListFilters(ORDER_FILTERS);
  const list = useListPage(listOrders, filters);
  const printer = usePrint();
  const count = list.total === undefined ? undefined : countOf(list.total, 'orden', 'órdenes');

  return (
    <>
      <PageHead
        title="Ordenes"
        // A place for the count from the start, so that nothing moves when it comes.
        count={count ?? '\u00a0'}
        actions={
          <LinkButton to={paths.newOrder} variant="primary" icon={<Plus />}>
            Nueva Orden
          </LinkButton>
        }
      />
      <OrderViews applied={filters.applied} />
      <OrdersFiltersForm filters={filters} />
      {printer.notice && (
        <div className={styles.notice}>
          <PrintNotice printer={printer} />
        </div>
      )}
      <DataTable
        label="Órdenes"
        columns={orderColumns(printer)}
        rows={list.rows}
        rowKey={(order) => String(order.id)}
        refreshing={list.refreshing}
        failed={list.failed}
        onRetry={list.retry}
        filtered={filters.filtered}
        onClearFilters={filters.clear}
        emptyAction={<LinkButton to={paths.newOrder}>Crear tu primera orden</LinkButton>}
        pageSize={filters.limit}
        onOpen={(order) => navigate(orderPath(order.tracking_id))}
        card={(order, { box }) => <OrderCard order={order} box={box} printer={printer} />}
      />
      <Pager
        page={list.page}
        pageCount={list.pages}
        pageSize={filters.limit}
        onPage={filters.setPage}
        onPageSize={filters.setLimit}
        {...(count && { total: count })}
      />
    </>
  );
}
