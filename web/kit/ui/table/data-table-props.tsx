import type { ReactNode } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import type { PageSelection, TableSelection } from './selection.tsx';

export interface Column<T> {
  id: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Pinned to a side while the table scrolls horizontally. */
  pin?: 'left' | 'right';
  /** Muted text, for dates, ids and modes. */
  muted?: boolean;
  /** Wraps long texts. */
  wrap?: boolean;
  /** Hides the header visually. */
  hideHeader?: boolean;
  /** Minimum width in px; keeps a long header on two lines. */
  minWidth?: number;
  /** Hidden while the table is narrow: 1 first, 3 last. A column without it is always shown. */
  drop?: 1 | 2 | 3;
  /** Width of the skeleton in px. */
  skeletonWidth?: number;
}

export interface CardParts {
  /** The row's checkbox, or the reason why the row can't be selected; null without selection. */
  checkbox: ReactNode;
  picked: boolean;
}

export interface DataTableProps<T> {
  /** Accessible name of the table: "Órdenes". */
  label: string;
  /** Must be a stable array, because a new one re-renders all rows. */
  columns: readonly Column<T>[];
  /** Undefined before the first reply. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** True while another page loads: the old rows stay at 60 % opacity. */
  refreshing?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  /** True with applied filters: an empty table then offers to clear them. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** Shown when there are no rows at all: "Crear tu primera orden". */
  emptyAction?: ReactNode;
  /** Text of a list without rows, and text of a list whose filters no row matches; by default the texts of D1 §8. */
  none?: { title: string; text?: ReactNode };
  unmatched?: { title: string; text?: ReactNode };
  /** Why the rows couldn't be loaded; by default a general text. */
  failure?: string | undefined;
  /** Number of rows of the skeleton. */
  pageSize?: number;
  selection?: TableSelection<T>;
  /** Called on Enter on a row. */
  onOpen?: (row: T) => void;
  /** Renders a row as a card on phones and tablets; without it the table scrolls. */
  card?: (row: T, parts: CardParts) => ReactNode;
  /** Framed, instead of across the whole sheet. */
  boxed?: boolean;
}

/** The table's props and the selection of its page. */
export type TableViewProps<T> = DataTableProps<T> & { pageSelection: PageSelection<T> | null };

/** The texts of a list without rows (D1 §8). */
const NONE = { title: 'No hay resultados disponibles' };
const UNMATCHED = { title: 'No se encontraron resultados', text: 'Por favor, aplique otros filtros' };

/** Returns what replaces the rows; null with rows or while they load. */
export function tablePlaceholder<T>({
  rows,
  failed,
  onRetry,
  filtered,
  onClearFilters,
  emptyAction,
  none = NONE,
  unmatched = UNMATCHED,
  failure,
}: DataTableProps<T>): ReactNode {
  if (failed) return <ErrorState onRetry={onRetry} {...(failure && { text: failure })} />;
  if (rows?.length !== 0) return null;
  if (!filtered) return <EmptyState art {...none} action={emptyAction} />;
  return (
    <EmptyState
      {...unmatched}
      action={onClearFilters ? <Button onClick={onClearFilters}>Limpiar filtros</Button> : null}
    />
  );
}
