import { useMemo, useState } from 'react';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { formatTimestamp, integer } from '#shared/kit/text/format.ts';
import { listTerms, pendingTerms, type StaffTerms } from '#shared/provider/staff-terms.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { useOwnPages } from '#web/kit/list/use-own-pages.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Badge } from '#web/kit/ui/display/badge.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { Link } from '#web/kit/ui/link.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import { TermsText } from '#web/people/terms/terms-text.tsx';
import { NewTerms } from './new-terms.tsx';
import styles from './settings.module.css';

/** Versions that are listed; older ones bind nobody. */
const SHOWN = 50;

type Row = ReplyOf<typeof pendingTerms>['results'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'company',
    header: 'Empresa',
    cell: ({ client_id, nombre_empresa }) => <Link to={clientPath(client_id)}>{nombre_empresa}</Link>,
  },
  {
    id: 'accepted',
    header: 'Última que aceptó',
    cell: ({ accepted }) => (accepted === null ? 'Ninguna' : `Versión ${accepted}`),
  },
];

const keyOf = ({ client_id }: Row) => String(client_id);

/** Lists the clients that haven't accepted a version of the terms. */
function PendingTerms({ version, onClose }: { version: number; onClose: () => void }) {
  const pages = useOwnPages(30);
  const params = useMemo(() => ({ id: version }), [version]);
  const list = useListPage(pendingTerms, pages, null, params, { keys: false });
  return (
    <Dialog open title={`Falta que acepten la versión ${version}`} onOpenChange={onClose}>
      <ConsoleList
        label="Clientes que no aceptaron"
        list={list}
        filters={pages}
        columns={COLUMNS}
        rowKey={keyOf}
        none={{ title: 'Todos la aceptaron' }}
      />
    </Dialog>
  );
}

/** The versions of the terms: what binds, who hasn't accepted, and a new version. */
export function TermsSection({ me }: { me: Me }) {
  const { data, error, refetch } = useApiQuery(listTerms, { query: { limit: SHOWN } });
  const [writing, setWriting] = useState(false);
  const [read, setRead] = useState<StaffTerms | null>(null);
  const [pendingOf, setPendingOf] = useState<StaffTerms | null>(null);
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  const versions = data.results;
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon={<Plus />}
          disabledReason={refusalOf(me, 'terms')}
          onClick={() => setWriting(true)}
        >
          Nueva versión
        </Button>
      </div>
      {versions.length === 0 && (
        <EmptyState
          title="Todavía no hay términos"
          text={`Los clientes operan sin haber aceptado ninguno. ${refusalOf(me, 'terms') ?? 'Publicá los primeros con Nueva versión.'}`}
        />
      )}
      {versions.length > 0 && (
        <StaticTable
          caption="Versiones de los términos"
          cards
          rows={versions}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              header: 'Versión',
              cell: (version) => (
                <>
                  {version.id} {version.in_force && <Badge colour="verde">Rige</Badge>}
                </>
              ),
            },
            { header: 'Publicada', cell: ({ published_at }) => formatTimestamp(published_at) },
            { header: 'Rige desde', cell: ({ binds_from }) => formatTimestamp(binds_from) },
            { header: 'La aceptaron', right: true, cell: ({ accepted_by }) => integer(accepted_by) },
            { header: 'Falta que acepten', right: true, cell: ({ not_accepted_by }) => integer(not_accepted_by) },
            {
              header: 'Acciones',
              right: true,
              cell: (version) => (
                <span className={styles.buttons}>
                  <Button size="sm" aria-label={`Leer la versión ${version.id}`} onClick={() => setRead(version)}>
                    Leer
                  </Button>
                  {version.not_accepted_by > 0 && (
                    <Button
                      size="sm"
                      aria-label={`Quién falta que acepte la versión ${version.id}`}
                      onClick={() => setPendingOf(version)}
                    >
                      Quién falta
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {writing && <NewTerms first={versions.length === 0} onClose={() => setWriting(false)} />}
      {read && (
        <Dialog open size="lg" title={`Términos, versión ${read.id}`} onOpenChange={() => setRead(null)}>
          <TermsText html={read.text} />
        </Dialog>
      )}
      {pendingOf && <PendingTerms version={pendingOf.id} onClose={() => setPendingOf(null)} />}
    </>
  );
}
