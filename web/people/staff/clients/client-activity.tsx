import { useState } from 'react';
import { MAX_ACTIVITY_READ } from '#shared/people/activity.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { NotLoaded } from '#web/console/not-loaded.tsx';
import { useDownload } from '#web/console/use-download.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { labelledCard } from '#web/parts/list/labelled-card.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { activityKey, CLIENT_ACTIVITY } from '#web/people/staff/activity/activity-columns.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import styles from './clients.module.css';

/** Rows that are shown at first, and how many more each time. */
const STEP = 50;

/** The newest rows of the audit trail about a client, or why the person can't see them. */
export function ClientActivity({ clientId, me }: { clientId: string; me: Me }) {
  const refused = refusalOf(me, 'activity');
  return refused ? <p className="muted">{refused}</p> : <NewestActivity clientId={clientId} />;
}

/** The newest rows of the audit trail about a client. The file contains all of them. */
function NewestActivity({ clientId }: { clientId: string }) {
  const [limit, setLimit] = useState(STEP);
  const { download, downloading } = useDownload();
  const filter = { client: clientId };
  const { data, error, refetch } = useApiQuery(listAllActivity, { query: { limit, filter } }, { keepPrevious: true });
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />;
  if (data.results.length === 0) return <p className="muted">Nadie hizo nada todavía.</p>;
  return (
    <div className="stack">
      <DataTable
        label="Última actividad"
        boxed
        rows={data.results}
        columns={CLIENT_ACTIVITY}
        rowKey={activityKey}
        card={labelledCard(CLIENT_ACTIVITY)}
      />
      <div className={styles.actions}>
        {data.cursor && limit < MAX_ACTIVITY_READ && (
          <Button size="sm" onClick={() => setLimit(Math.min(limit + STEP, MAX_ACTIVITY_READ))}>
            Mostrar más
          </Button>
        )}
        <Button size="sm" busy={downloading} onClick={() => void download(exportAllActivity, { query: { filter } })}>
          Descargar toda la actividad (CSV)
        </Button>
      </div>
    </div>
  );
}
