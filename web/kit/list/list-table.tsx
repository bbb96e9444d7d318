import { DataTable } from '#web/kit/ui/table/data-table.tsx';
import type { DataTableProps } from '#web/kit/ui/table/data-table-props.tsx';
import { Pager } from '#web/kit/ui/table/pager.tsx';
import type { ListFilters } from './filters.ts';
import type { ListPage } from './use-list-page.ts';

type FromList = 'rows' | 'refreshing' | 'failed' | 'onRetry' | 'filtered' | 'onClearFilters' | 'pageSize';

export interface ListTableProps<T> extends Omit<DataTableProps<T>, FromList> {
  list: ListPage<T>;
  filters: Pick<ListFilters<string>, 'filtered' | 'clear' | 'limit' | 'setPage' | 'setLimit'>;
  /** Total of rows in words, '37 órdenes'; undefined until known, or if the gateway gives none. */
  count?: string | undefined;
  /** Accessible name of the pager, for the second list of a screen. */
  pagerLabel?: string;
  /** Whether there is a pager, by default always. */
  pager?: boolean;
}

/** Table of one page of a list, in any loading state, with its pager. */
export function ListTable<T>({ list, filters, count, pagerLabel, pager = true, ...table }: ListTableProps<T>) {
  return (
    <>
      <DataTable
        {...table}
        rows={list.rows}
        refreshing={list.refreshing}
        failed={list.failed}
        onRetry={list.retry}
        filtered={filters.filtered}
        onClearFilters={filters.clear}
        pageSize={filters.limit}
      />
      {/* Not while rows load: fewer rows than expected would move the pager. */}
      {pager && (list.rows || list.failed) ? (
        <Pager
          page={list.page}
          pageCount={list.pages}
          pageSize={filters.limit}
          onPage={filters.setPage}
          onPageSize={filters.setLimit}
          {...(count && { total: count })}
          label={pagerLabel}
        />
      ) : null}
    </>
  );
}
