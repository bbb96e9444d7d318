import { useMemo } from 'react';
import { useParams } from 'react-router';
import { formatDate, money, pluralize } from '#shared/kit/text/format.ts';
import { type Charge, exportClientCharges, listClientCharges } from '#shared/money/staff-charges.ts';
import { backTo } from '#web/console/kit/back-to.ts';
import { ConsoleList } from '#web/console/kit/console-list.tsx';
import { useDownload } from '#web/console/kit/use-download.ts';
import { history } from '#web/kit/lib/history.ts';
import { useListFilters } from '#web/kit/list/filters.ts';
import { LiveFilters, LiveSelect } from '#web/kit/list/live-filters.tsx';
import { useListPage } from '#web/kit/list/use-list-page.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { Link } from '#web/kit/ui/link.tsx';
import type { Column } from '#web/kit/ui/table/data-table.tsx';
import { staffShipmentPath } from '#web/orders/staff/shipments/shipment-paths.ts';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { clientPath, UNKNOWN_CLIENT } from '#web/people/staff/clients/client-paths.ts';
import { chargesPath } from './charge-paths.ts';
import { ChargeSums } from './sums.tsx';
import { monthName, useMonth } from './use-month.ts';

/** `/consola/cobros/{client}`: the shipments that a client is charged for in a month, and why they cost what they cost. */
export function ClientChargesPage({ me }: { me: Me }) {
  const { client = '' } = useParams();
  const refusal = refusalOf(me, 'billing');
  if (refusal === null) return <ClientCharges key={client} clientId={client} />;
  return (
    <>
      <PageHeader title="Cobros" />
      <EmptyState title="No podés ver esta página" text={refusal} />
    </>
  );
}

const UNKNOWN = { ...UNKNOWN_CLIENT, text: 'Elegí uno en Cobros.' };

const COLUMNS: readonly Column<Charge>[] = [
  { id: 'collected', header: 'Retirado', cell: ({ collected_on }) => formatDate(collected_on) },
  {
    id: 'shipment',
    header: 'Envío',
    cell: ({ shipment_id, order_id }) => (
      <span>
        <Link to={staffShipmentPath(shipment_id)} className="hyphenated-id">
          {shipment_id}
        </Link>
        <span className="row-line">Orden {order_id}</span>
      </span>
    ),
  },
  { id: 'tariff', header: 'Tarifa', cell: ({ tariff }) => `Nro. ${tariff.id}, del ${formatDate(tariff.valid_from)}` },
  { id: 'frozen', header: 'Costo con IVA', align: 'right', cell: ({ frozen }) => money(frozen) },
  {
    id: 'adjustment',
    header: 'Ajustes con IVA',
    align: 'right',
    wrap: true,
    minWidth: 160,
    cell: (charge) => <Adjustment charge={charge} />,
  },
  { id: 'net', header: 'Neto', align: 'right', cell: ({ net }) => money(net) },
  { id: 'tax', header: 'IVA', align: 'right', cell: ({ tax }) => money(tax) },
  { id: 'total', header: 'Total', align: 'right', cell: ({ total }) => money(total) },
  { id: 'paid', header: 'Pagado online', cell: ({ paid }) => (paid ? 'Sí' : 'No') },
];

const keyOf = ({ shipment_id }: Charge) => shipment_id;

function ClientCharges({ clientId }: { clientId: string }) {
  const { month, options } = useMonth();
  const definition = useMemo(
    () => ({ list: 'console-client-charges', pageSize: 50 as const, filters: { mes: 'month' }, fixed: { month } }),
    [month],
  );
  const filters = useListFilters(definition);
  const params = useMemo(() => ({ clientId }), [clientId]);
  const list = useListPage(listClientCharges, filters, null, params);
  const { download, downloading } = useDownload();
  const back = { to: backTo(chargesPath(month)), label: 'Cobros' };
  const { reply } = list;
  if (list.error?.status === 404) {
    return (
      <>
        <PageHeader title="Cobros" back={back} />
        <EmptyState {...UNKNOWN} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={reply ? `Cobros de ${reply.client.nombre_empresa}` : 'Cobros'}
        back={back}
        count={list.total === undefined ? '\u00a0' : pluralize(list.total, 'envío', 'envíos')}
        subtitle={<Link to={clientPath(clientId)}>Ver el cliente</Link>}
        actions={
          <Button
            busy={downloading}
            onClick={() => void download(exportClientCharges, { params, query: { filter: { month } } })}
          >
            Descargar el mes (CSV)
          </Button>
        }
      />
      <LiveFilters>
        <LiveSelect filters={filters} name="mes" label="Mes" options={options} value={month} />
      </LiveFilters>
      <div className="stack">
        {reply && list.total !== 0 && (
          <>
            <ChargeSums sums={reply.sums} />
            <p className="muted">Los envíos están por fecha de retiro, del primero al último.</p>
          </>
        )}
        <ConsoleList
          label="Envíos del mes"
          name="shipment"
          list={list}
          filters={{ ...filters, filtered: false }}
          columns={COLUMNS}
          rowKey={keyOf}
          onOpen={({ shipment_id }) => history.push(staffShipmentPath(shipment_id))}
          none={{
            title: 'No hay nada que cobrar',
            text: `Ningún envío suyo se retiró en ${monthName(month)}: cada uno se cobra en el mes en que se retira.`,
          }}
        />
      </div>
    </>
  );
}

function Adjustment({ charge: { adjustment, reasons } }: { charge: Charge }) {
  return (
    <span>
      {money(adjustment)}
      {reasons.map((reason) => (
        <span key={reason} className="row-line">
          {reason}
        </span>
      ))}
    </span>
  );
}
