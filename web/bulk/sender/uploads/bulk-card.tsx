import { formatTimestamp } from '#shared/format.ts';
import { BatchProgress, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { bulkPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { BatchOutcome } from './bulk-columns.tsx';

/** A bulk upload in the list on a phone. */
export function BulkCard({ batch }: { batch: ReceivedBatch }) {
  return (
    <RowCard name={batch.archivo} to={bulkPath(batch.id)} footer={batch.estado ? <BatchOutcome batch={batch} /> : null}>
      <p className="muted tabular-nums">{formatTimestamp(batch.fecha)}</p>
      <p>
        Órdenes generadas: <BatchProgress batch={batch} />
      </p>
    </RowCard>
  );
}
