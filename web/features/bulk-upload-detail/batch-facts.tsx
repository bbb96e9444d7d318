import { formatTimestamp, integer } from '#shared/format.ts';
import { BatchProgress, type ToldBatch } from '#web/parts/batch-state/batch-state.tsx';
import { FactTable } from '#web/ui/fact-table.tsx';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { DescriptionList, Panel } from '#web/ui/panel.tsx';

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

/** The batch in one line (D2 §2), on the phone in one column. */
export function BatchFacts({ batch }: { batch: ToldBatch }) {
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
  return <FactTable caption="Datos del lote" columns={columns} rows={[batch]} rowKey={({ id }) => String(id)} />;
}
