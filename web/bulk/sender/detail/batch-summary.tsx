import { formatTimestamp, integer } from '#shared/format.ts';
import { BatchProgress, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

const COLUMNS = [
  { header: 'ID', cell: ({ id }: ReceivedBatch) => id },
  { header: 'Archivo', cell: ({ archivo }: ReceivedBatch) => archivo },
  { header: 'Fecha', cell: ({ fecha }: ReceivedBatch) => formatTimestamp(fecha) },
  { header: 'Órdenes generadas', cell: (batch: ReceivedBatch) => <BatchProgress batch={batch} /> },
];

/** Row counts, which only our own gateway sends (readings R4). */
const ROW_COLUMNS = [
  { header: 'Filas', cell: ({ filas }: ReceivedBatch) => integer(filas) },
  { header: 'Con error', cell: ({ errores }: ReceivedBatch) => integer(errores) },
  { header: 'Omitidas', cell: ({ omitidas }: ReceivedBatch) => integer(omitidas) },
];

/** The batch as a single table row (D2 §2), on a phone as a description list. */
export function BatchSummary({ batch }: { batch: ReceivedBatch }) {
  const phone = useMediaQuery(PHONE);
  const columns = batch.filas === undefined ? COLUMNS : [...COLUMNS, ...ROW_COLUMNS];
  if (phone) {
    const facts = columns.map(({ header, cell }) => ({ term: header, value: cell(batch) }));
    return (
      <Panel title="Datos del lote">
        <DescriptionList groups={[facts]} />
      </Panel>
    );
  }
  return <StaticTable caption="Datos del lote" columns={columns} rows={[batch]} rowKey={({ id }) => String(id)} />;
}
