import type { ReactNode } from 'react';
import { integer } from '#shared/kit/text/format.ts';
import { Grid } from '#web/kit/grid/grid.tsx';
import type { GridColumn, GridData } from '#web/kit/grid/grid-data.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Download } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import styles from './csv-file.module.css';

interface Counts {
  rows: number;
  badRows: number;
  wrongRows: number;
  /** Rows with guessed cells; missing where nothing is guessed. */
  doubtfulRows?: number;
}

interface SheetCheckProps<C extends string> {
  /** Name of the file. */
  name: string;
  /** After the name: kind and size of the file. */
  summary: string;
  /** What the reader detected in the file. */
  notes: readonly string[];
  columns: readonly GridColumn<C>[];
  data: GridData<C>;
  counts: Counts;
  onEdit: (row: number, column: C, value: string) => void;
  /** Missing where rows can't be removed. */
  onRemove?: (row: number) => void;
  onAnother: () => void;
  onDownload: () => void;
  /** Further buttons next to the name. */
  actions?: ReactNode;
  /** Content between the notes and the rows. */
  children?: ReactNode;
}

/** Shows a file's rows with their errors, for correction in place. */
export function SheetCheck<C extends string>(props: SheetCheckProps<C>) {
  const { name, summary, notes, columns, data, counts, onEdit, onRemove, onAnother, onDownload, actions, children } =
    props;
  return (
    <div className={styles.step}>
      <div className={styles.aside}>
        <p className="flex-grow">
          <strong>{name}</strong> <span className="muted">{summary}</span>
        </p>
        {actions}
        <Button size="sm" onClick={onAnother}>
          Elegir otro archivo
        </Button>
        {counts.badRows > 0 && (
          <Button size="sm" icon={<Download />} onClick={onDownload}>
            Descargar filas a corregir
          </Button>
        )}
      </div>
      {notes.length > 0 && (
        <Note tone="info" role="status">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Note>
      )}
      {children}
      <Grid
        label={`Filas de ${name}`}
        columns={columns}
        data={data}
        onEdit={onEdit}
        onRemove={onRemove}
        status={readiness(counts)}
      />
    </div>
  );
}

/**
 * Returns '48 filas listas, 2 para corregir', how many rows are held back by the invalid rows of their orders, and how many
 * have guessed cells.
 */
function readiness({ rows, badRows, wrongRows, doubtfulRows = 0 }: Counts): string {
  const good = rows - badRows;
  const heldBack = badRows - wrongRows;
  const ready = good === 1 ? '1 fila lista' : `${integer(good)} filas listas`;
  const guessed = doubtfulRows === 0 ? '' : ` · ${integer(doubtfulRows)} con datos para revisar`;
  if (badRows === 0) return `${ready}${guessed}`;
  const waiting = heldBack === 0 ? '' : ` y ${integer(heldBack)} más de las mismas órdenes`;
  return `${ready}, ${integer(wrongRows)} para corregir${waiting}${guessed}`;
}
