import { useState } from 'react';
import { pendingTerms } from '#shared/ops/terms.ts';
import { clientPath } from '#web/console/clients/client-paths.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';

/** Lists the clients that haven't accepted a version of the terms. */
export function PendingTerms({ version, onClose }: { version: number; onClose: () => void }) {
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 25 });
  const { data, error, refetch } = useApiQuery(
    pendingTerms,
    { params: { id: version }, query: { page, limit } },
    { keepPrevious: true },
  );
  return (
    <Dialog open title={`Falta que acepten la versión ${version}`} onOpenChange={onClose}>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={5} />)}
      {data && (
        <div className="stack">
          <StaticTable
            caption="Clientes que no aceptaron"
            rows={data.results}
            rowKey={({ client_id }) => String(client_id)}
            columns={[
              {
                header: 'Empresa',
                cell: ({ client_id, nombre_empresa }) => <Link to={clientPath(client_id)}>{nombre_empresa}</Link>,
              },
              {
                header: 'Última que aceptó',
                cell: ({ accepted }) => (accepted === null ? 'Ninguna' : `Versión ${accepted}`),
              },
            ]}
          />
          <Pager
            page={data.pagination.page}
            pageSize={limit}
            pageCount={data.pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </div>
      )}
    </Dialog>
  );
}
