import { pluralize } from '#shared/format.ts';
import { isRunning, type ReceivedBatch } from '#web/bulk/batch-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

/** Names the orders that were created from cells which can be read in more than one way. */
export function DoubtfulRows({ batch }: { batch: ReceivedBatch }) {
  const { dudas = 0 } = batch;
  if (isRunning(batch) || dudas === 0) return null;
  return (
    <Note tone="warn">
      <p>
        {pluralize(dudas, 'fila se procesó', 'filas se procesaron')} con datos que se pueden leer de más de una manera.
        Revisá esas órdenes antes de despacharlas: <Link to="?dudas=1">ver cuáles son</Link>.
      </p>
    </Note>
  );
}
