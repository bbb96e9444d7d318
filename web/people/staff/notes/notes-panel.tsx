import { useState } from 'react';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type NoteSubject, useNotes } from './note-calls.ts';
import { NoteForm } from './note-form.tsx';
import { NoteList } from './note-list.tsx';
import styles from './notes.module.css';

/** Notes that are shown at first, and how many more each time. */
const STEP = 10;

/** The staff's notes about a client with its orders, or about an order, newest first, with a field for another one. */
export function NotesPanel({ subject, me }: { subject: NoteSubject; me: Me }) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useNotes(subject, limit);
  const more = (data?.pagination.total ?? 0) - limit;
  return (
    <Panel title="Notas del personal">
      <div className={styles.notes}>
        <NoteForm subject={subject} me={me} />
        {!data && <NotLoaded error={error} onRetry={() => void refetch()} lines={3} />}
        {data?.results.length === 0 && <p className="muted">Todavía no hay notas.</p>}
        {data && data.results.length > 0 && <NoteList notes={data.results} withOrders={'clientId' in subject} />}
        {more > 0 && (
          <div>
            <Button size="sm" onClick={() => setLimit(limit + STEP)}>
              Mostrar más notas
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
