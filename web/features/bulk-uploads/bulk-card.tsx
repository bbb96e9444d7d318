import { formatTimestamp } from '#shared/format.ts';
import { BatchProgress, type ToldBatch } from '#web/parts/batch-state/batch-state.tsx';
import { bulkPath } from '#web/paths.ts';
import { RowCard } from '#web/ui/row-card.tsx';
import { BatchOutcome } from './bulk-columns.tsx';

/** A bulk upload as the phone lists it. */
export function BulkCard({ batch }: { batch: ToldBatch }) {
  return (
    <RowCard name={batch.archivo} to={bulkPath(batch.id)} foot={batch.estado ? <BatchOutcome batch={batch} /> : null}>
      <p className="muted num">{formatTimestamp(batch.fecha)}</p>
      <p>
        Órdenes generadas: <BatchProgress batch={batch} />
      </p>
    </RowCard>
  );
}
