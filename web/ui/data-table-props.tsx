import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState, ErrorState } from './empty-state.tsx';
import type { PageSelection, TableSelection } from './table-selection.tsx';

export interface Column<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Stays in sight while the rest scrolls sideways. */
  pin?: 'left' | 'right';
  /** Dates, ids and modes stand back. */
  muted?: boolean;
  /** Long texts break into lines. */
  wrap?: boolean;
  /** The header is only for those who listen. */
  hideHeader?: boolean;
  /** Least width in px: keeps a long header on two lines. */
  minWidth?: number;
  /** Width of its skeleton while loading, in px. */
  skeletonWidth?: number;
}

export interface CardParts {
  /** The row's checkbox, or the reason why it has none; null without selection. */
  checkbox: ReactNode;
  picked: boolean;
}

export interface DataTableProps<T> {
  /** What the table holds, for those who listen: "Órdenes". */
  label: string;
  /** The same array while what it draws is the same, so that rows aren't drawn in vain. */
  columns: readonly Column<T>[];
  /** Undefined before the first answer. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** A page is on its way: old rows stay at 60 %. */
  refreshing?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  /** Filters are on: an empty answer offers to clear them. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** Offered when there is nothing at all: "Crear tu primera orden". */
  emptyAction?: ReactNode;
  /** Rows of the skeleton. */
  pageSize?: number;
  selection?: TableSelection<T>;
  /** Enter on a row. */
  onOpen?: (row: T) => void;
  /** The row as a card of the phone; without it the phone scrolls the table. */
  card?: (row: T, parts: CardParts) => ReactNode;
  /** In a frame of its own instead of from edge to edge of the sheet. */
  boxed?: boolean;
}

/** The table's props with its page's selection, as the rows and the cards draw them. */
export type TableViewProps<T> = DataTableProps<T> & { pageSelection: PageSelection<T> | null };

/** What stands in place of the rows; null while there are rows or they are on their way. */
export function tablePlaceholder<T>({
  rows,
  failed,
  onRetry,
  filtered,
  onClearFilters,
  emptyAction,
}: DataTableProps<T>): ReactNode {
  if (failed) return <ErrorState onRetry={onRetry} />;
  if (rows?.length !== 0) return null;
  if (!filtered) return <EmptyState art title="No hay resultados disponibles" action={emptyAction} />;
  return (
    <EmptyState
      title="No se encontraron resultados"
      text="Por favor, aplique otros filtros"
      action={onClearFilters ? <Button onClick={onClearFilters}>Limpiar filtros</Button> : null}
    />
  );
}
