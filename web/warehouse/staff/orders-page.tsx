import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { localDay } from '#shared/kit/days.ts';
import { EMPTY_VALUE, formatDate, integer, pluralize } from '#shared/kit/text/format.ts';
import type { FulfillmentStatus } from '#shared/warehouse/rules/fulfillment-timeline.ts';
import { type StaffFulfillment, staffFulfillments } from '#shared/warehouse/staff-fulfillment.ts';
import { MAX_PICKED_ORDERS } from '#shared/warehouse/staff-picking.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { history } from '#web/kit/lib/history.ts';
import { useListFilters } from '#web/kit/list/filters.ts';
import { LiveFilters, LiveSelect } from '#web/kit/list/live-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { withKeys } from '#web/kit/ui/table/selection.ts';
import { useRowSelection } from '#web/orders/print/use-row-selection.ts';
import { Age } from '#web/orders/staff/queues/age.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { BlockedClient } from '#web/people/staff/clients/blocked-client.tsx';
import { chosenOrders } from './chosen-orders.ts';
import { ClientSelect } from './client-select.tsx';
import { modeName } from './mode-name.ts';
import styles from './warehouse.module.css';
import { orderPath, pickedName, pickingPath } from './warehouse-paths.ts';
import { WarehouseViews } from './warehouse-views.tsx';

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

const COLUMNS: readonly Column<StaffFulfillment>[] = [
  {
    id: 'order',
    header: 'Pedido',
    cell: (order) => (
      <span>
        <Link to={orderPath(order)}>{order.order_id}</Link>
        <span className="row-line">{order.tracking_id}</span>
      </span>
    ),
  },
  {
    id: 'company',
    header: 'Cliente',
    wrap: true,
    minWidth: 160,
    cell: ({ company, status, blocked_reason }) => (
      <span>
        {company} {status !== 'Cancelado' && <BlockedClient reason={blocked_reason} />}
      </span>
    ),
  },
  { id: 'mode', header: 'Modo de entrega', cell: ({ delivery_mode }) => modeName(delivery_mode) },
  {
    id: 'place',
    header: 'Destino',
    wrap: true,
    minWidth: 140,
    cell: ({ city, state }) => [...new Set([city, state])].filter(Boolean).join(', '),
  },
  {
    id: 'products',
    header: 'Productos',
    cell: ({ units, lines }) => (
      <span>
        {pluralize(units, 'unidad', 'unidades')}
        <span className="row-line">{pluralize(lines, 'producto', 'productos')}</span>
      </span>
    ),
  },
  { id: 'created', header: 'Creado', cell: ({ created_at }) => <Age since={created_at} /> },
];

const PREPARE_BY: Column<StaffFulfillment> = {
  id: 'prepare-by',
  header: 'Preparar hasta',
  wrap: true,
  minWidth: 88,
  cell: ({ prepare_by }) => <PrepareBy day={prepare_by} />,
};

const TO_PREPARE = [...COLUMNS, PREPARE_BY];

const rowKey = ({ client_id, id }: StaffFulfillment) => `${client_id} ${id}`;

const nameOf = ({ order_id }: StaffFulfillment) => `el pedido ${order_id}`;

/** `/consola/deposito`: fulfillment orders of all clients, oldest first. */
export function WarehouseOrdersPage({ me }: { me: Me }) {
  const [params] = useSearchParams();
  const shown = STATUSES.find(({ value }) => value === params.get('estado')) ?? STATUSES[0];
  const definition = useMemo(
    () => ({
      list: 'console-warehouse-orders',
      pageSize: 50 as const,
      filters: { cliente: 'client', estado: 'status' },
      fixed: { status: shown?.value ?? 'Registrado' },
    }),
    [shown],
  );
  const filters = useListFilters(definition);
  const list = useListPage(staffFulfillments, filters, null, undefined, { refetchInterval: REFRESH_MS });
  const { selection, selectedRows, clear } = useRowSelection({
    rows: list.rows,
    keyOf: rowKey,
    nameOf,
    blockedReason: () => null,
    max: Number.POSITIVE_INFINITY,
    kept: chosenOrders(me.id),
  });
  const pageKeys = (list.rows ?? []).map(rowKey);
  const others = pageKeys.some((key) => !selection.selected.has(key));
  const elsewhere = selectedRows.filter((row) => !pageKeys.includes(rowKey(row))).length;
  const toPrepare = shown?.value === 'Registrado';
  const columns = toPrepare ? TO_PREPARE : COLUMNS;
  return (
    <>
      <PageHeader
        title="Depósito"
        count={list.total === undefined ? '\u00a0' : pluralize(list.total, 'pedido', 'pedidos')}
      />
      <WarehouseViews />
      <LiveFilters>
        <LiveSelect filters={filters} name="estado" label="Estado" options={STATUSES} value={shown?.value ?? ''} />
        <ClientSelect value={filters.values.cliente} onChange={(cliente) => filters.replace({ cliente })} />
      </LiveFilters>
      <div className="stack">
        {toPrepare && (Boolean(list.rows?.length) || selectedRows.length > 0) && (
          <div className={styles.actions}>
            <span role="status" className={styles.count}>
              {pluralize(selectedRows.length, 'pedido elegido', 'pedidos elegidos')}
              {elsewhere > 0 && `, ${integer(elsewhere)} fuera de esta página`}
            </span>
            <Button size="sm" onClick={() => selection.onChange(withKeys(selection.selected, pageKeys, others))}>
              {others ? 'Elegir los de esta página' : 'No elegir ninguno de esta página'}
            </Button>
            {selectedRows.length > 0 && (
              <Button size="sm" variant="quiet" onClick={clear}>
                Quitar la elección
              </Button>
            )}
            <Button
              variant="primary"
              disabledReason={pickingProblem(selectedRows.length)}
              onClick={() => history.push(pickingPath(selectedRows.map(pickedName)))}
            >
              Lista de preparación
            </Button>
          </div>
        )}
        <ConsoleList
          label="Pedidos"
          list={list}
          filters={{
            ...filters,
            filtered: filters.applied.cliente !== undefined,
            clear: () => filters.replace({ cliente: '' }),
          }}
          columns={columns}
          rowKey={rowKey}
          {...(toPrepare && { selection })}
          onOpen={(order) => history.push(orderPath(order))}
          none={{ title: shown?.none ?? '', text: shown?.comes }}
          unmatched={{ title: 'Ningún pedido coincide', text: 'Elegí otro cliente u otro estado.' }}
        />
      </div>
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
