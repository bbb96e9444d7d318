import { formatTimestamp, integer } from '#shared/format.ts';
import { BatchProgress, type ToldBatch } from '#web/parts/batch-state/batch-state.tsx';
import { FactTable } from '#web/ui/fact-table.tsx';

const COLUMNS = [
  { header: 'ID', cell: ({ id }: ToldBatch) => id },
  { header: 'Archivo', cell: ({ archivo }: ToldBatch) => archivo },
  { header: 'Fecha', cell: ({ fecha }: ToldBatch) => formatTimestamp(fecha) },
  { header: 'Órdenes generadas', cell: (batch: ToldBatch) => <BatchProgress batch={batch} /> },
];

/** Only our own gateway counts rows (readings R4). */
const ROW_COLUMNS = [
  { header: 'Filas', cell: ({ filas }: ToldBatch) => integer(filas) },
  { header: 'Con error', cell: ({ errores }: ToldBatch) => integer(errores) },
  { header: 'Omitidas', cell: ({ omitidas }: ToldBatch) => integer(omitidas) },
];

/** The batch in one line (D2 §2). */
export function BatchFacts({ batch }: { batch: ToldBatch }) {
  return (
    <FactTable
      caption="Datos del lote"
      columns={batch.filas === undefined ? COLUMNS : [...COLUMNS, ...ROW_COLUMNS]}
      rows={[batch]}
      rowKey={({ id }) => String(id)}
    />
  );
}
