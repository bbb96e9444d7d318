import { useState } from 'react';
import { MAX_ACTIVITY_READ } from '#shared/activity.ts';
import { formatTimestamp } from '#shared/format.ts';
import { exportAllActivity, listAllActivity } from '#shared/ops/activity.ts';
import { AUDIT_ACTIONS } from '#shared/rules/audit-actions.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { useStaffQuery } from '#web/console/staff-api.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { queryString } from '#web/lib/query-string.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import styles from './clients.module.css';

const describe = (action: string) =>
  action in AUDIT_ACTIONS ? AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] : action;

/** Who acted, with the e-mail: names may have belonged to somebody else before. */
function Actor({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      {name}
      {email && email !== name && <div className="muted">{email}</div>}
    </>
  );
}

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
  const filter = { client: clientId };
  const { data, error, refetch } = useStaffQuery(listAllActivity, { query: { limit, filter } }, { keepPrevious: true });
  if (!data) return error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={5} />;
  if (data.results.length === 0) return <p className="muted">Nadie hizo nada todavía.</p>;
  return (
    <div className="stack">
      <StaticTable
        caption="Última actividad"
        rows={data.results}
        rowKey={({ id, at }) => `${at} ${id}`}
        columns={[
          { header: 'Fecha', cell: ({ at }) => formatTimestamp(at) },
          { header: 'Quién', cell: ({ actor }) => <Actor name={actor.name} email={actor.email} /> },
          { header: 'Qué hizo', cell: ({ action }) => describe(action) },
        ]}
      />
      <div className={styles.actions}>
        {data.cursor && limit < MAX_ACTIVITY_READ && (
          <Button size="sm" onClick={() => setLimit(Math.min(limit + STEP, MAX_ACTIVITY_READ))}>
            Mostrar más
          </Button>
        )}
        <a href={`/api${exportAllActivity.path}${queryString({ filter })}`} download>
          Descargar toda la actividad (CSV)
        </a>
      </div>
    </div>
  );
}
