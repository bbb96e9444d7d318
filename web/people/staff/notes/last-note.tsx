import { formatTimestamp } from '#shared/kit/text/format.ts';
import { actorText } from '#shared/orders/rules/shipment/event-actors.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import { type NoteSubject, useNotes } from './note-calls.ts';
import styles from './notes.module.css';

/** The newest note about a client or an order, with a link to all of them; nothing without notes. */
export function LastNote({ subject, page }: { subject: NoteSubject; page: string }) {
  const { data } = useNotes(subject, 1);
  const [note] = data?.results ?? [];
  if (!data || !note) return null;
  const { total } = data.pagination;
  return (
    <Note tone="info">
      <p className={styles.text}>{note.text}</p>
      <span className="muted">
        {actorText(note.author)}, {formatTimestamp(note.at)}.{' '}
        <Link to={page}>{total === 1 ? 'Ver la nota' : `Ver las ${total} notas`}</Link>
      </span>
    </Note>
  );
}
