import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EMPTY_VALUE, integer } from '#shared/format.ts';
import { listClients } from '#shared/ops/clients.ts';
import { formatCuit } from '#shared/rules/cuit.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useLinkKeys } from '#web/console/use-link-keys.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useSettings } from '#web/lib/settings.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Plus } from '#web/ui/icons.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { CLIENTS_PATH, clientPath } from './client-paths.ts';
import { ClientState, STATES } from './client-state.tsx';
import styles from './clients.module.css';
import { NewClient } from './new-client.tsx';

const STATE_OPTIONS = [
  { value: '', label: 'Todos' },
  ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label })),
];

/** `/consola/clientes`: all clients, with a search and a filter by state, both in the address. */
export function ClientsPage({ me }: { me: Me }) {
  const { strict } = useSettings();
  const [creating, setCreating] = useState(false);
  const [params] = useSearchParams();
  const state = params.get('estado') ?? '';
  const [typed, setTyped] = useState(params.get('buscar') ?? '');
  const [search] = useDebounced(typed.trim(), 300);
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const filter = { ...(search && { search }), ...(state && { state }) };
  const { data, error, refetch } = useApiQuery(listClients, { query: { page, limit, filter } }, { keepPrevious: true });
  const table = useRef<HTMLDivElement>(null);
  useLinkKeys(table);
  const show = (next: { buscar: string; estado: string }) => {
    const kept = Object.entries(next).filter(([, value]) => value !== '');
    history.replace(`${CLIENTS_PATH}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`);
    setPlace({ page: 1, limit });
  };
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <PageHeader
        title="Clientes"
        count={data ? `${integer(total)} en total` : '\u00a0'}
        actions={
          !strict && (
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
      <div className={styles.filters}>
        <Field label="Buscar" hint="Empresa, CUIT, usuario o email">
          <TextInput
            type="search"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              show({ buscar: target.value.trim(), estado: state });
            }}
          />
        </Field>
        <Field label="Estado">
          <Select
            value={state}
            options={STATE_OPTIONS}
            onChange={({ target }) => show({ buscar: typed.trim(), estado: target.value })}
          />
        </Field>
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data &&
        total === 0 &&
        (search || state ? (
          <EmptyState title="Ningún cliente coincide" text="Cambiá la búsqueda o el estado." />
        ) : (
          <EmptyState
            title="Todavía no hay clientes"
            text="Aparecen cuando se registran en el portal, o cuando los creás con Nuevo cliente."
          />
        ))}
      {data && total > 0 && (
        <div ref={table} className="stack">
          <StaticTable
            caption="Clientes"
            cards
            rows={data.results}
            rowKey={({ client_id }) => String(client_id)}
            columns={[
              {
                header: 'Empresa',
                cell: (client) => (
                  <span>
                    <Link to={clientPath(client.client_id)}>{client.nombre_empresa}</Link>
                    <span className="row-line">{client.razon_social}</span>
                  </span>
                ),
              },
              { header: 'CUIT', cell: ({ cuit }) => formatCuit(cuit) },
              { header: 'Estado', cell: (client) => <ClientState state={client.state} /> },
              {
                header: 'Permisos',
                cell: (client) => flagNames(client).join(', ') || EMPTY_VALUE,
              },
              { header: 'Contacto', cell: ({ email }) => email },
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
      {creating && <NewClient me={me} onClose={() => setCreating(false)} />}
    </>
  );
}

const flagNames = (client: { prepago: boolean; logistica_inversa: boolean; fulfillment: boolean }) => [
  ...(client.prepago ? ['Prepago'] : []),
  ...(client.logistica_inversa ? ['Logística inversa'] : []),
  ...(client.fulfillment ? ['Fulfillment'] : []),
];
