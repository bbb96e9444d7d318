import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { OrderRow } from '#shared/orders/orders.ts';
import type { ListFilters } from '#web/kit/list/filters.ts';
import { ListTable } from '#web/kit/list/list-table.tsx';
import type { ListPage } from '#web/kit/list/use-list-page.ts';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import type { TableSelection } from '#web/kit/ui/table/selection.tsx';
import { PrintNotice } from '#web/orders/print/print-notice.tsx';
import type { Printer } from '#web/orders/print/use-print.ts';
import { orderPath } from '#web/paths.ts';
import styles from './order-list.module.css';

/** Key of an order in a list. */
export const orderKey = ({ id }: OrderRow) => String(id);

interface OrderTableProps {
  label: string;
  columns: readonly Column<OrderRow>[];
  list: ListPage<OrderRow>;
  filters: Pick<ListFilters<string>, 'filtered' | 'clear' | 'limit' | 'setPage' | 'setLimit'>;
  /** '37 órdenes'; undefined until known. */
  count: string | undefined;
  printer: Printer;
  emptyAction: ReactNode;
  selection: TableSelection<OrderRow> | undefined;
  card: (order: OrderRow, checkbox: ReactNode) => ReactNode;
}

/** Table of one page of orders with its pager, and the notice about a failed print. */
export function OrderTable(props: OrderTableProps) {
  const { label, columns, list, filters, count, printer, emptyAction, selection, card } = props;
  const navigate = useNavigate();
  return (
    <>
      {printer.notice && (
        <div className={styles.notice}>
          <PrintNotice printer={printer} />
        </div>
      )}
      <ListTable
        label={label}
        columns={columns}
        list={list}
        filters={filters}
        count={count}
        rowKey={orderKey}
        emptyAction={emptyAction}
        {...(selection && { selection })}
        onOpen={(order) => navigate(orderPath(order.tracking_id))}
        card={(order, { checkbox }) => card(order, checkbox)}
      />
    </>
  );
}
