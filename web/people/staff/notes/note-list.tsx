import { useState } from 'react';
import { formatTimestamp } from '#shared/format.ts';
import { type Note, removeNote } from '#shared/people/staff-notes.ts';
import { actorText } from '#shared/rules/event-actors.ts';
import { labelOf } from '#shared/rules/tracking-id.ts';
import { parcelPath } from '#web/console/parcels/parcel-paths.ts';
import { runAndRefetch } from '#web/console/run-and-refetch.ts';
import { useApiMutation } from '#web/lib/mutations.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { NOTE_LISTS } from './note-calls.ts';
import styles from './notes.module.css';

/** Notes, each with who wrote it and when. @param withOrders whether each names the order that it is about */
export function NoteList({ notes, withOrders }: { notes: readonly Note[]; withOrders: boolean }) {
  const { send } = useApiMutation(removeNote);
  const [removing, setRemoving] = useState<Note | null>(null);
  const remove = ({ client_id, id }: Note) =>
    runAndRefetch(() => send({ params: { clientId: String(client_id), id: String(id) } }), ...NOTE_LISTS);
  return (
    <ul className={styles.list}>
      {notes.map((note) => (
        <li key={note.id}>
          <p className={styles.text}>{note.text}</p>
          <div className={styles.about}>
            <span className="muted">
              {actorText(note.author)}, {formatTimestamp(note.at)}
              {withOrders && note.order && (
                <>
                  , orden{' '}
                  <Link to={parcelPath(labelOf(note.order.tracking_id, 1))}>
                    {note.order.order_id || note.order.tracking_id}
                  </Link>
                </>
              )}
            </span>
            {note.removable && (
              <Button
                size="sm"
                aria-label={`Borrar la nota de ${actorText(note.author)}, ${formatTimestamp(note.at)}`}
                onClick={() => setRemoving(note)}
              >
                Borrar
              </Button>
            )}
          </div>
        </li>
      ))}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="¿Borrar la nota?"
        message="Queda registrado que la borraste, sin su texto."
        confirmText="Borrar"
        onConfirm={() => removing && remove(removing)}
      />
    </ul>
  );
}
