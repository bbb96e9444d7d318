import { integer } from '#shared/kit/text/format.ts';
import { IconButton } from '#web/kit/ui/button.tsx';
import { ChevronLeft, ChevronRight } from '#web/kit/ui/display/icons.ts';
import styles from './grid.module.css';

interface GridPagesProps {
  /** Name of the grid for screen readers. */
  label: string;
  /** Rows per page, and in all. */
  size: number;
  rows: number;
  /** Index of the shown page, and their number. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Which rows of a long grid are shown, and buttons to those before and after. */
export function GridPages({ label, size, rows, page, pages, onPage }: GridPagesProps) {
  return (
    <nav aria-label={`Páginas de ${label}`} className={styles.bar}>
      <span className={`${styles.status} tabular-nums muted`}>
        {integer(page * size + 1)} a {integer(Math.min((page + 1) * size, rows))} de {integer(rows)}
      </span>
      <IconButton
        size="sm"
        variant="secondary"
        label="Filas anteriores"
        icon={<ChevronLeft />}
        disabledReason={page === 0 && 'Son las primeras filas'}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        size="sm"
        variant="secondary"
        label="Filas siguientes"
        icon={<ChevronRight />}
        disabledReason={page === pages - 1 && 'Son las últimas filas'}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
