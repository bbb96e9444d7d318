import { useMemo } from 'react';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { integer, money, pluralize } from '#shared/kit/text/format.ts';
import { exportCharges, listCharges } from '#shared/money/staff-charges.ts';
import { formatCuit } from '#shared/people/rules/cuit.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { useDownload } from '#web/console/kit/use-download.ts';
import { history } from '#web/kit/lib/history.ts';
import { useListFilters } from '#web/kit/list/filters.ts';
import { LiveFilters, LiveSearch, LiveSelect } from '#web/kit/list/live-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { TARIFFS_PATH } from '#web/money/staff/tariffs/tariff-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientChargesPath } from './charge-paths.ts';
import { ChargeSums } from './sums.tsx';
import { monthName, useMonth } from './use-month.ts';

type Row = ReplyOf<typeof listCharges>['results'][number];

const columnsOf = (month: string): readonly Column<Row>[] => [
  {
    id: 'company',
    header: 'Empresa',
    wrap: true,
    minWidth: 160,
    cell: ({ client_id, nombre_empresa, razon_social }) => (
      <span>
        <Link to={clientChargesPath(client_id, month)}>{nombre_empresa}</Link>
        <span className="row-line">{razon_social}</span>
      </span>
    ),
  },
  { id: 'cuit', header: 'CUIT', cell: ({ cuit }) => formatCuit(cuit) },
  { id: 'parcels', header: 'Envíos', align: 'right', cell: ({ parcels: shipments }) => integer(shipments) },
  { id: 'frozen', header: 'Costos con IVA', align: 'right', cell: ({ frozen }) => money(frozen) },
  { id: 'adjustment', header: 'Ajustes con IVA', align: 'right', cell: ({ adjustment }) => money(adjustment) },
  { id: 'net', header: 'Neto', align: 'right', cell: ({ net }) => money(net) },
  { id: 'tax', header: 'IVA', align: 'right', cell: ({ tax }) => money(tax) },
  { id: 'total', header: 'Total', align: 'right', cell: ({ total }) => <strong>{money(total)}</strong> },
];

const keyOf = ({ client_id }: Row) => String(client_id);

/** `/consola/cobros`: what each client is charged for the shipments of a month. */
export function ChargesPage({ me }: { me: Me }) {
  const refusal = refusalOf(me, 'billing');
  if (refusal === null) return <Charges />;
  return (
    <>
      <PageHeader title="Cobros" />
      <EmptyState title="No podés ver esta página" text={refusal} />
    </>
  );
}

function Charges() {
  const { month, options } = useMonth();
  const definition = useMemo(
    () => ({
      list: 'console-charges',
      pageSize: 50 as const,
      filters: { mes: 'month', buscar: 'search' },
      fixed: { month },
    }),
    [month],
  );
  const filters = useListFilters(definition);
  const list = useListPage(listCharges, filters, null);
  const columns = useMemo(() => columnsOf(month), [month]);
  const { download, downloading } = useDownload();
  const { search } = filters.query.filter;
  return (
    <>
      <PageHeader
        title="Cobros"
        count={list.total === undefined ? '\u00a0' : pluralize(list.total, 'cliente', 'clientes')}
        actions={
          <>
            <Link to={TARIFFS_PATH}>Tarifas</Link>
            <Button
              busy={downloading}
              onClick={() => void download(exportCharges, { query: { filter: filters.query.filter } })}
            >
              Descargar el mes (CSV)
            </Button>
          </>
        }
      />
      <LiveFilters>
        <LiveSelect filters={filters} name="mes" label="Mes" options={options} value={month} />
        <LiveSearch filters={filters} name="buscar" label="Buscar" hint="Empresa o CUIT" />
      </LiveFilters>
      <div className="stack">
        {list.reply && list.total !== 0 && (
          <>
            <ChargeSums sums={list.reply.sums} />
            <p className="muted">Los clientes están por nombre de empresa.</p>
          </>
        )}
        <ConsoleList
          label="Cobros por cliente"
          list={list}
          filters={{ ...filters, filtered: Boolean(search), clear: () => filters.replace({ buscar: '' }) }}
          columns={columns}
          rowKey={keyOf}
          onOpen={({ client_id }) => history.push(clientChargesPath(client_id, month))}
          none={{
            title: 'No hay nada que cobrar',
            text: `Ningún envío se retiró en ${monthName(month)}: cada uno se cobra en el mes en que se retira.`,
          }}
          unmatched={{ title: 'Ningún cliente coincide', text: 'Cambiá la búsqueda o el mes.' }}
        />
      </div>
    </>
  );
}
