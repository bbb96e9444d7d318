import { useMemo } from 'react';
import type { BulkLayout } from '#shared/bulk/layout/bulk-layout.ts';
import { BULK_COLUMNS, type BulkColumn } from '#shared/bulk/layout/columns.ts';
import { pluralize } from '#shared/format.ts';
import { SheetCheck } from '#web/parts/csv-file/sheet-check.tsx';
import { sheetColumns } from '#web/parts/csv-file/sheet-columns.ts';
import type { GridData } from '#web/parts/grid/grid-data.ts';
import { Button } from '#web/ui/button.tsx';

interface CheckStepProps {
  name: string;
  layout: BulkLayout;
  data: GridData<BulkColumn>;
  counts: { rows: number; badRows: number; wrongRows: number; orders: number; doubtfulRows: number };
  onEdit: (row: number, column: BulkColumn, value: string) => void;
  onRemove: (row: number) => void;
  onAnother: () => void;
  /** Label of the button back to the step before; null when there was none. */
  remap: string | null;
  onRemap: () => void;
  onDownload: () => void;
}

/** Shows a file's rows with their errors, to be corrected in place. */
export function CheckStep({ layout, counts, remap, onRemap, ...rest }: CheckStepProps) {
  const columns = useMemo(() => sheetColumns(BULK_COLUMNS, layout), [layout]);
  return (
    <SheetCheck
      {...rest}
      columns={columns}
      counts={counts}
      summary={`${layout.name} · ${pluralize(counts.orders, 'orden', 'órdenes')}`}
      notes={layout.notes}
      actions={
        remap && (
          <Button size="sm" variant="quiet" onClick={onRemap}>
            {remap}
          </Button>
        )
      }
    />
  );
}
