import type { ReactNode } from 'react';
import { integer } from '#shared/format.ts';
import { Grid } from '#web/parts/grid/grid.tsx';
import type { GridColumn, GridData } from '#web/parts/grid/grid-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Download } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import styles from './csv-file.module.css';

interface SheetCheckProps<C extends string> {
  /** Of the file. */
  name: string;
  /** Behind the name: what it is and how much is in it. */
  facts: string;
  /** What was understood by itself. */
  notes: readonly string[];
  columns: readonly GridColumn<C>[];
  data: GridData<C>;
  counts: { rows: number; badRows: number };
  onEdit: (row: number, column: C, value: string) => void;
  onAnother: () => void;
  onDownload: () => void;
  /** Further buttons beside the name. */
  actions?: ReactNode;
  /** Between the notes and the rows. */
  children?: ReactNode;
}

/** A file's rows, with what is wrong where it is wrong, to be corrected in place. */
export function SheetCheck<C extends string>(props: SheetCheckProps<C>) {
  const { name, facts, notes, columns, data, counts, onEdit, onAnother, onDownload, actions, children } = props;
  return (
    <div className={styles.step}>
      <div className={styles.aside}>
        <p className="grow">
          <strong>{name}</strong> <span className="muted">{facts}</span>
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
        <Note tone="info">
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
        status={readiness(counts.rows - counts.badRows, counts.badRows)}
      />
    </div>
  );
}

/** '48 filas listas, 2 para corregir' */
function readiness(good: number, bad: number): string {
  const ready = good === 1 ? '1 fila lista' : `${integer(good)} filas listas`;
  return bad === 0 ? ready : `${ready}, ${integer(bad)} para corregir`;
}
