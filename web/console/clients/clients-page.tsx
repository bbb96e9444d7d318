import { useState } from 'react';
import { EMPTY_VALUE, integer } from '#shared/format.ts';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import { listClients } from '#shared/ops/clients.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import { ConsoleList } from '#web/console/console-list.tsx';
import type { Me } from '#web/console/me.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useCapability } from '#web/lib/capabilities.ts';
import { type ListDefinition, useListFilters } from '#web/lib/filters.ts';
import { history } from '#web/lib/history.ts';
import { LiveFilters, LiveSearch, LiveSelect } from '#web/parts/list/live-filters.tsx';
import { useListPage } from '#web/parts/list/use-list-page.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { clientPath } from './client-paths.ts';
import { ClientState, STATES } from './client-state.tsx';
import { NewClient } from './new-client.tsx';

type Row = ReplyOf<typeof listClients>['results'][number];

const FILTERS: ListDefinition<'buscar' | 'estado'> = {
  list: 'console-clients',
  pageSize: 50,
  filters: { buscar: 'search', estado: 'state' },
};

const STATE_OPTIONS = [
  { value: '', label: 'Todos' },
  ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'company',
    header: 'Empresa',
    wrap: true,
    minWidth: 160,
    cell: ({ client_id, nombre_empresa, razon_social }) => (
      <span>
        <Link to={clientPath(client_id)}>{nombre_empresa}</Link>
        <span className="row-line">{razon_social}</span>
      </span>
    ),
  },
  { id: 'cuit', header: 'CUIT', cell: ({ cuit }) => formatCuit(cuit) },
  { id: 'state', header: 'Estado', cell: ({ state }) => <ClientState state={state} /> },
  { id: 'flags', header: 'Permisos', wrap: true, cell: (client) => flagNames(client).join(', ') || EMPTY_VALUE },
  { id: 'contact', header: 'Contacto', cell: ({ email }) => email },
];

const keyOf = ({ client_id }: Row) => String(client_id);

const open = ({ client_id }: Row) => history.push(clientPath(client_id));

/** `/consola/clientes`: all clients, with a search and a filter by state. */
export function ClientsPage({ me }: { me: Me }) {
  const creates = useCapability('clientCreation') !== false;
  const [creating, setCreating] = useState(false);
  const filters = useListFilters(FILTERS);
  const list = useListPage(listClients, filters, null);
  const count = list.total === undefined ? undefined : `${integer(list.total)} en total`;
  return (
    <>
      <PageHeader
        title="Clientes"
        count={count ?? '\u00a0'}
        actions={
          creates && (
            <Button
              variant="primary"
              icon={<Plus />}
              disabledReason={refusalOf(me, 'clients')}
              onClick={() => setCreating(true)}
            >
              Nuevo cliente
            </Button>
          )
        }
      />
      <LiveFilters>
        <LiveSearch filters={filters} name="buscar" label="Buscar" hint="Empresa, CUIT, usuario o email" />
        <LiveSelect filters={filters} name="estado" label="Estado" options={STATE_OPTIONS} />
      </LiveFilters>
      <ConsoleList
        label="Clientes"
        list={list}
        filters={filters}
        count={count}
        columns={COLUMNS}
        rowKey={keyOf}
        onOpen={open}
        none={{
          title: 'Todavía no hay clientes',
          text: 'Aparecen cuando se registran en el portal, o cuando los creás con Nuevo cliente.',
        }}
        unmatched={{ title: 'Ningún cliente coincide', text: 'Cambiá la búsqueda o el estado.' }}
      />
      {creating && <NewClient me={me} onClose={() => setCreating(false)} />}
    </>
  );
}

const flagNames = (client: { prepago: boolean; logistica_inversa: boolean; fulfillment: boolean }) => [
  ...(client.prepago ? ['Prepago'] : []),
  ...(client.logistica_inversa ? ['Logística inversa'] : []),
  ...(client.fulfillment ? ['Fulfillment'] : []),
];
