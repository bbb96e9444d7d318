import { PAGE_SIZES } from '#shared/kit/http/pagination.ts';
import { labelledCard } from '#web/kit/list/labelled-card.tsx';
import { ListTable, type ListTableProps } from '#web/kit/list/list-table.tsx';
import { useSessionEnded } from '#web/people/staff/access/use-session-ended.ts';

interface ConsoleListProps<T> extends Omit<ListTableProps<T>, 'boxed' | 'card' | 'failure' | 'pager'> {
  /** Id of the column whose value heads a row's card; the first one by default. */
  name?: string;
}

/**
 * A list of the console, on phones and tablets as cards, with a pager if it may have two pages. A failure shows the reason that the
 * server gives.
 */
export function ConsoleList<T>({ name, list, ...props }: ConsoleListProps<T>) {
  const ended = useSessionEnded(list.error);
  return (
    <ListTable
      {...props}
      list={ended ? { ...list, failed: false } : list}
      boxed
      card={labelledCard(props.columns, name)}
      failure={list.error?.firstMessage}
      pager={list.total === undefined || list.total > PAGE_SIZES[0]}
    />
  );
}
