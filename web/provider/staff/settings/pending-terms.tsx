import { useMemo } from 'react';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { pendingTerms } from '#shared/provider/staff-terms.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { useOwnPages } from '#web/parts/list/use-own-pages.ts';
import { clientPath } from '#web/people/staff/clients/client-paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';

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
export function PendingTerms({ version, onClose }: { version: number; onClose: () => void }) {
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
