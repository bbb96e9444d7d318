import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { localDay } from '#shared/days.ts';
import { EMPTY_VALUE, formatDate, pluralize } from '#shared/format.ts';
import { type OperatorFulfillment, operatorFulfillments } from '#shared/ops/fulfillment.ts';
import { MAX_PICKED_ORDERS } from '#shared/ops/picking.ts';
import type { FulfillmentStatus } from '#shared/rules/fulfillment-timeline.ts';
import { BlockedClient } from '#web/console/clients/blocked-client.tsx';
import { Age } from '#web/console/queues/age.tsx';
import { useLinkKeys } from '#web/console/use-link-keys.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { ClientSelect } from './client-select.tsx';
import styles from './depot.module.css';
import { DEPOT_PATH, orderPath, pickedName, pickingPath } from './depot-paths.ts';
import { DepotViews } from './depot-views.tsx';
import { modeName } from './mode-name.ts';

/** How often the list is read again, in ms. */
const REFRESH_MS = 15_000;

const STATUSES: { value: FulfillmentStatus; label: string; none: string; comes: string }[] = [
  {
    value: 'Registrado',
    label: 'Para preparar',
    none: 'No hay pedidos para preparar',
    comes: 'Aparecen cuando se crean o se pagan órdenes de clientes con el permiso Fulfillment, que se da en Clientes.',
  },
  {
    value: 'Preparado',
    label: 'Preparados',
    none: 'No hay pedidos preparados',
    comes: 'Aparecen cuando se termina de preparar un pedido.',
  },
  {
    value: 'Cancelado',
    label: 'Cancelados',
    none: 'No hay pedidos cancelados',
    comes: 'Aparecen cuando el remitente o el depósito cancelan un pedido.',
  },
];

/** `/consola/deposito`: fulfillment orders of all clients, oldest first, with filters in the address. */
export function DepotOrdersPage() {
  const [params] = useSearchParams();
  const client = params.get('cliente') ?? '';
  const shownStatus = STATUSES.find(({ value }) => value === params.get('estado')) ?? STATUSES[0];
  const status = shownStatus?.value ?? 'Registrado';
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const { data, error, refetch } = useApiQuery(
    operatorFulfillments,
    { query: { page, limit, filter: { status, ...(client && { client }) } } },
    { refetchInterval: REFRESH_MS, keepPrevious: true },
  );
  const table = useRef<HTMLDivElement>(null);
  useLinkKeys(table);
  const show = (next: { cliente: string; estado: FulfillmentStatus }) => {
    const kept = Object.entries(next).filter(([, value]) => value !== '' && value !== 'Registrado');
    history.replace(`${DEPOT_PATH}${kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''}`);
    setPlace({ page: 1, limit });
  };
  // Chosen orders stay chosen on other pages of the list.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const shown = (data?.results ?? []).map(pickedName);
  const others = shown.filter((name) => !chosen.includes(name));
  const total = data?.pagination.total ?? 0;
  return (
    <>
      <PageHeader title="Depósito" count={data ? pluralize(total, 'pedido', 'pedidos') : '\u00a0'} />
      <DepotViews />
      <div className={styles.filters}>
        <Field label="Estado">
          <Select
            value={status}
            options={STATUSES}
            onChange={({ target }) => show({ cliente: client, estado: target.value as FulfillmentStatus })}
          />
        </Field>
        <ClientSelect value={client} onChange={(chosen) => show({ cliente: chosen, estado: status })} />
      </div>
      {!data && (error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {data && total === 0 && (
        <EmptyState
          title={client ? 'Ningún pedido coincide' : (shownStatus?.none ?? '')}
          text={client ? 'Elegí otro cliente u otro estado.' : shownStatus?.comes}
        />
      )}
      {data && total > 0 && (
        <div ref={table} className="stack">
          {status === 'Registrado' && (
            <div className={styles.actions}>
              <span role="status" className={styles.count}>
                {pluralize(chosen.length, 'pedido elegido', 'pedidos elegidos')}
              </span>
              <Button
                size="sm"
                onClick={() =>
                  setChosen(others.length > 0 ? [...chosen, ...others] : chosen.filter((one) => !shown.includes(one)))
                }
              >
                {others.length > 0 ? 'Elegir los de esta página' : 'No elegir ninguno de esta página'}
              </Button>
              <Button
                variant="primary"
                disabledReason={pickingProblem(chosen.length)}
                onClick={() => history.push(pickingPath(chosen))}
              >
                Lista de preparación
              </Button>
            </div>
          )}
          <StaticTable<OperatorFulfillment>
            caption="Pedidos"
            cards
            rows={data.results}
            rowKey={({ client_id, id }) => `${client_id} ${id}`}
            columns={[
              ...(status === 'Registrado'
                ? [
                    {
                      header: 'Elegir',
                      cell: (order: OperatorFulfillment) => (
                        <Checkbox
                          aria-label={`Elegir el pedido ${order.order_id}`}
                          checked={chosen.includes(pickedName(order))}
                          onChange={() => choose(pickedName(order))}
                        />
                      ),
                    },
                  ]
                : []),
              {
                header: 'Pedido',
                cell: (order) => (
                  <span>
                    <Link to={orderPath(order)}>{order.order_id}</Link>
                    <span className="row-line">{order.tracking_id}</span>
                  </span>
                ),
              },
              {
                header: 'Cliente',
                cell: ({ company, status, blocked_reason }) => (
                  <span>
                    {company} {status !== 'Cancelado' && <BlockedClient reason={blocked_reason} />}
                  </span>
                ),
              },
              { header: 'Modo de entrega', cell: ({ delivery_mode }) => modeName(delivery_mode) },
              { header: 'Destino', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
              {
                header: 'Productos',
                cell: ({ units, lines }) => (
                  <span className="nowrap">
                    {pluralize(units, 'unidad', 'unidades')}
                    <span className="row-line">{pluralize(lines, 'producto', 'productos')}</span>
                  </span>
                ),
              },
              { header: 'Creado', cell: ({ created_at }) => <Age since={created_at} /> },
              ...(status === 'Registrado'
                ? [
                    {
                      header: 'Preparar hasta',
                      cell: ({ prepare_by }: OperatorFulfillment) => <PrepareBy day={prepare_by} />,
                    },
                  ]
                : []),
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
    </>
  );
}

/** The last day to prepare an order in time, marked once it is over. */
function PrepareBy({ day }: { day: string | null }) {
  if (day === null) return EMPTY_VALUE;
  if (day >= localDay(new Date())) return formatDate(day);
  return <span className="danger-text">{formatDate(day)}, vencido</span>;
}

function pickingProblem(chosen: number): string | null {
  if (chosen === 0) return 'Elegí los pedidos de la lista';
  return chosen > MAX_PICKED_ORDERS ? `Una lista tiene hasta ${MAX_PICKED_ORDERS} pedidos` : null;
}
