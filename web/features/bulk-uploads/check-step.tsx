import { useMemo } from 'react';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/columns.ts';
import type { BulkLayout } from '#shared/bulk/layout.ts';
import { countOf, integer } from '#shared/format.ts';
import { Grid } from '#web/parts/grid/grid.tsx';
import type { GridData } from '#web/parts/grid/grid-data.ts';
import { Button } from '#web/ui/button.tsx';
import { Download } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import styles from './bulk-uploads.module.css';

interface CheckStepProps {
  name: string;
  layout: BulkLayout;
  data: GridData<BulkColumn>;
  counts: { rows: number; badRows: number; orders: number };
  onEdit: (row: number, column: BulkColumn, value: string) => void;
  onAnother: () => void;
  /** Absent when the columns needed no word. */
  onRemap: (() => void) | undefined;
  onDownload: () => void;
}

/** The file's rows, with what is wrong where it is wrong, to be corrected in place. */
export function CheckStep(props: CheckStepProps) {
  const { name, layout, data, counts, onEdit, onAnother, onRemap, onDownload } = props;
  const columns = useMemo(() => BULK_COLUMNS.map((id) => ({ id, header: layout.headerOf(id) })), [layout]);
  return (
    <div className={styles.step}>
      <div className={styles.aside}>
        <p className="grow">
          <strong>{name}</strong>{' '}
          <span className="muted">
            {layout.name} · {countOf(counts.orders, 'orden', 'órdenes')}
          </span>
        </p>
        {onRemap && (
          <Button size="sm" variant="quiet" onClick={onRemap}>
            Cambiar columnas
          </Button>
        )}
        <Button size="sm" onClick={onAnother}>
          Elegir otro archivo
        </Button>
        {counts.badRows > 0 && (
          <Button size="sm" icon={<Download />} onClick={onDownload}>
            Descargar filas a corregir
          </Button>
        )}
      </div>
      {layout.notes.length > 0 && (
        <Note tone="info">
          {layout.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Note>
      )}
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
