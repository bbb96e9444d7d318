import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { formatDate, money, pluralize } from '#shared/format.ts';
import { type Charge, exportClientCharges, listClientCharges } from '#shared/ops/charges.ts';
import { clientPath, UNKNOWN_CLIENT } from '#web/console/clients/client-paths.ts';
import type { Me } from '#web/console/console-layout.tsx';
import { FailedRead } from '#web/console/failed-read.tsx';
import { parcelPath } from '#web/console/parcels/parcel-paths.ts';
import { refusalOf } from '#web/console/staff-refusal.ts';
import { useDownload } from '#web/console/use-download.ts';
import { useLinkKeys } from '#web/console/use-link-keys.ts';
import { history } from '#web/lib/history.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaticTable } from '#web/ui/static-table.tsx';
import { chargesPath, clientChargesPath } from './charge-paths.ts';
import { ChargeSums } from './charge-sums.tsx';
import styles from './charges.module.css';
import { monthName, useMonth } from './use-month.ts';

/** `/consola/cobros/{client}`: the parcels that a client is charged for in a month, and why they cost what they cost. */
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

function ClientCharges({ clientId }: { clientId: string }) {
  const { month, options } = useMonth();
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: 50 });
  const filter = { month };
  const { data, error, refetch } = useApiQuery(
    listClientCharges,
    { params: { clientId }, query: { page, limit, filter } },
    { keepPrevious: true },
  );
  const { download, downloading } = useDownload();
  const table = useRef<HTMLDivElement>(null);
  useLinkKeys(table);
  const back = { to: chargesPath(month), label: 'Cobros' };
  if (!data) {
    return (
      <>
        <PageHeader title="Cobros" back={back} />
        {error ? <FailedRead error={error} unknown={UNKNOWN} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </>
    );
  }
  const { client, sums, pagination, results } = data;
  return (
    <>
      <PageHeader
        title={`Cobros de ${client.nombre_empresa}`}
        back={back}
        count={pluralize(pagination.total, 'envío', 'envíos')}
        subtitle={<Link to={clientPath(clientId)}>Ver el cliente</Link>}
        actions={
          <Button
            busy={downloading}
            onClick={() => void download(exportClientCharges, { params: { clientId }, query: { filter } })}
          >
            Descargar el mes (CSV)
          </Button>
        }
      />
      <div className={styles.filters}>
        <Field label="Mes">
          <Select
            value={month}
            options={options}
            onChange={({ target }) => {
              history.replace(clientChargesPath(clientId, target.value));
              setPlace({ page: 1, limit });
            }}
          />
        </Field>
      </div>
      {pagination.total === 0 ? (
        <EmptyState
          title="No hay nada que cobrar"
          text={`Ningún envío suyo se retiró en ${monthName(month)}: cada uno se cobra en el mes en que se retira.`}
        />
      ) : (
        <div ref={table} className="stack">
          <ChargeSums sums={sums} />
          <p className="muted">Los envíos están por fecha de retiro, del primero al último.</p>
          <StaticTable
            caption="Envíos del mes"
            cards
            rows={results}
            rowKey={({ shipment_id }) => shipment_id}
            columns={[
              {
                header: 'Retirado',
                cell: ({ collected_on }) => <span className="nowrap">{formatDate(collected_on)}</span>,
              },
              {
                header: 'Envío',
                cell: (one) => (
                  <span>
                    <Link to={parcelPath(one.shipment_id)} className="hyphenated-id">
                      {one.shipment_id}
                    </Link>
                    <span className="row-line">Orden {one.order_id}</span>
                  </span>
                ),
              },
              { header: 'Tarifa', cell: ({ tariff }) => `Nro. ${tariff.id}, del ${formatDate(tariff.valid_from)}` },
              { header: 'Costo con IVA', right: true, cell: ({ frozen }) => money(frozen) },
              { header: 'Ajustes con IVA', right: true, cell: (one) => <Adjustment charge={one} /> },
              { header: 'Neto', right: true, cell: ({ net }) => money(net) },
              { header: 'IVA', right: true, cell: ({ tax }) => money(tax) },
              { header: 'Total', right: true, cell: ({ total }) => money(total) },
              { header: 'Pagado online', cell: ({ paid }) => (paid ? 'Sí' : 'No') },
            ]}
          />
          <Pager
            page={pagination.page}
            pageSize={limit}
            pageCount={pagination.pages}
            onPage={(next) => setPlace({ page: next, limit })}
            onPageSize={(size) => setPlace({ page: 1, limit: size })}
          />
        </div>
      )}
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
